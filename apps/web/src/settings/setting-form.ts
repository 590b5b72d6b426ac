import type { SettingDescription, Settings, SettingsChange } from '@watchpost/contract'

/** The text typed for each setting. */
export type Typed = Readonly<Record<string, string>>

/** The initial texts: every current value. */
export function typedFrom(settings: Settings): Typed {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]))
}

/** The settings whose text differs from the current value. */
export function changedNames(typed: Typed, settings: Settings): string[] {
  const now = typedFrom(settings)
  return Object.keys(typed).filter((name) => typed[name]?.trim() !== now[name])
}

/** The change to send, and the names of settings whose text is not a number. */
export function changeOf(typed: Typed, settings: Settings): { change: SettingsChange; wrong: string[] } {
  const names = changedNames(typed, settings)
  const wrong = names.filter((name) => !/^-?\d+$/.test(typed[name]?.trim() ?? ''))
  const change = Object.fromEntries(
    names.filter((name) => !wrong.includes(name)).map((name) => [name, Number(typed[name])]),
  )
  return { change, wrong }
}

/** Longer names first: a name ends with the first one that fits. */
const units = ['kib_per_second', 'per_second', 'seconds', 'minutes', 'days', 'percent', 'mib', 'gib'] as const
export type Unit = (typeof units)[number]

/** Units are part of a setting's name. */
export function unitOf({ name }: Pick<SettingDescription, 'name'>): Unit | undefined {
  return units.find((unit) => name.endsWith(`_${unit}`))
}

const lengths: Partial<Record<Unit, number>> = { seconds: 1_000, minutes: 60_000, days: 86_400_000 }

/** The duration in milliseconds, where a larger unit is easier to read. */
export function lengthMsOf(unit: Unit | undefined, written: string): number | undefined {
  const length = unit && lengths[unit]
  const value = Number(written)
  return length && written.trim() !== '' && Number.isFinite(value) ? value * length : undefined
}
