import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RequestRow } from './table.ts'

/** The response; the status is 0 when the connection was closed without one. */
export interface AttackAnswer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
}

const engineWords = (JSON.parse(readFileSync(join(import.meta.dirname, 'engine-words.json'), 'utf8')) as string[]).map(
  (pattern) => new RegExp(pattern),
)

/** Describes what is wrong with an answer; undefined if it matches the table. */
export function judgeAnswer(
  { expect = [], detail = '', absentHeaders = [] }: Pick<RequestRow, 'expect' | 'detail' | 'absentHeaders'>,
  answer: AttackAnswer,
): string | undefined {
  const { status, headers, text } = answer
  const found = `${status} ${text.slice(0, 160)}`
  if (!expect.includes(status)) return `${found}, not ${expect.join(' or ')}`
  const present = absentHeaders.find((name) => headers[name] !== undefined)
  if (present) return `has the header ${present}`
  return judgeProblem(answer, detail)
}

/** An error must be a problem document with the expected detail and without backend wording. */
export function judgeProblem({ status, headers, text }: AttackAnswer, detail = ''): string | undefined {
  if (status < 400) return undefined
  const found = `${status} ${text.slice(0, 160)}`
  const word = engineWord(text)
  if (word) return `${found} tells of a server behind: ${word}`
  if (!String(headers['content-type']).startsWith('application/problem+json')) return `${found} is no problem`
  if (!new RegExp(detail).test(detailOf(text))) return `${found}: its detail does not match ${detail}`
  return undefined
}

/** The part of a text that only a backend server would write. */
export function engineWord(text: string): string | undefined {
  return engineWords.map((pattern) => pattern.exec(text)?.[0]).find((word) => word !== undefined)
}

function detailOf(text: string): string {
  try {
    return (JSON.parse(text) as { detail?: string }).detail ?? ''
  } catch {
    return ''
  }
}
