import { errorAt, errorsElsewhere } from '../kit/controls/field-errors.ts'
import { linesOf } from '../kit/controls/lines.ts'
import { clusterSteps, type Draft, type StepPart } from './draft.ts'

/** The error at a path of the policy, for example `/severity/1`. */
export type FaultAt = (place: string) => string | undefined

/** Finds the error of the last trial or, if it has none at that path, of the last save. */
export function faultsOf(tried: unknown, saved: unknown): FaultAt {
  return (place) => errorAt(tried, `#/policy${place}`) ?? errorAt(saved, `#${place}`)
}

/** The errors of the networks, each with the line it is about. */
export function networkFault(networks: string, faultAt: FaultAt): string | undefined {
  const lines = linesOf(networks).flatMap((line, at) => {
    const fault = faultAt(`/own_networks/${at}`)
    return fault === undefined ? [] : [`${line}: ${fault}`]
  })
  return lines.length > 0 ? lines.join(' ') : faultAt('/own_networks')
}

/** The path of a category. Its name may contain pointer separators, which are escaped. */
export function categoryPlace(name: string): string {
  return `/category/${name.trim().replaceAll('~', '~0').replaceAll('/', '~1')}`
}

export function stepPlace(part: StepPart, at: number, field: 'at_least' | 'points'): string {
  return `/${part}/${at}/${field}`
}

/** Errors of the last trial that no field shows. */
export function faultsElsewhere(tried: unknown, draft: Draft): string[] {
  return errorsElsewhere(
    tried,
    placesOf(draft).map((place) => `#/policy${place}`),
  )
}

/** Every path of the policy that has a field. */
export function placesOf({ points, steps, categories }: Draft): string[] {
  const named = Object.entries(points).flatMap(([part, fields]) =>
    Object.keys(fields).map((name) => `/${part}/${name}`),
  )
  const parts: StepPart[] = ['verdict', ...clusterSteps.map((name) => `cluster/${name}` as const)]
  const rows = parts.flatMap((part) =>
    steps[part].flatMap((_, at) => [stepPlace(part, at, 'at_least'), stepPlace(part, at, 'points')]),
  )
  return [
    '/own_networks',
    '/cluster/worst_percent',
    ...named,
    ...rows,
    ...categories.map(({ name }) => categoryPlace(name)),
  ]
}
