import { en } from './en.ts'

/** Every language has exactly these keys: another one is `satisfies Texts`. */
type Texts = typeof en
export type TextKey = keyof Texts

/** The placeholder names in a text: `{count}`. */
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type Given<Key extends TextKey> = [Names<Texts[Key]>] extends [never]
  ? []
  : [values: Record<Names<Texts[Key]>, string | number>]

/** Keys of texts without placeholders. */
export type PlainKey = { [Key in TextKey]: [Names<Texts[Key]>] extends [never] ? Key : never }[TextKey]

const language = 'en'
const texts: Record<TextKey, string> = en
const plurals = new Intl.PluralRules(language)
const numbers = new Intl.NumberFormat(language)

/** A text of the interface with its placeholders filled in. A missing value is a type error. */
export function text<Key extends TextKey>(key: Key, ...[values]: Given<Key>): string {
  const found = texts[key]
  if (!values) return found
  const named: Record<string, string | number> = values
  return found.replace(/\{(\w+)\}/g, (whole, name: string) => shown(named[name]) ?? whole)
}

/** A part of a text: literal text, or the value of a placeholder. */
export interface TextPart {
  words: string
  placeholder: string | undefined
}

/** A text split into parts, for callers that style its values differently. */
export function textParts(key: TextKey, values: Readonly<Record<string, string | number>>): TextPart[] {
  return texts[key].split(/(\{\w+\})/).flatMap((piece) => {
    const name = /^\{(\w+)\}$/.exec(piece)?.[1]
    const words = name === undefined ? piece : (shown(values[name]) ?? '')
    return words === '' ? [] : [{ words, placeholder: name }]
  })
}

/** Keys that have singular and plural forms, for example `alerts.count.one` and `alerts.count.other`. */
type PluralKey = { [Key in TextKey]: Key extends `${infer Stem}.other` ? Stem : never }[TextKey]

/** The plural form for a number; `{count}` is the number. */
export function counted(key: PluralKey, count: number): string {
  const form = plurals.select(count) === 'one' ? 'one' : 'other'
  return texts[`${key}.${form}` as TextKey].replace('{count}', numbers.format(count))
}

/** Formats a number with thousands separators. */
export function numberText(value: number): string {
  return numbers.format(value)
}

function shown(value: string | number | undefined): string | undefined {
  return typeof value === 'number' ? numbers.format(value) : value
}
