import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { writeDurably } from './durably.ts'
import type { SignedStatement } from './statement.ts'

const FileContent = Type.Object({ statement: Type.String(), signature: Type.String({ pattern: '^[A-Za-z0-9+/]+=*$' }) })

const WHAT =
  'How far the audit of this appliance had come, signed. Rows that it knows and the database does not have were removed. Keep it out of reach of the database administrators.'

/** The path of the file with the newest head. */
export function headFileIn(folder: string): string {
  return join(folder, 'audit-head.json')
}

/** Atomically replaces the head and syncs it to disk. */
export async function writeHeadFile(folder: string, { text, signature }: SignedStatement): Promise<void> {
  const content = { what: WHAT, statement: text, signature: signature.toString('base64') }
  await writeDurably(headFileIn(folder), `${JSON.stringify(content, null, 2)}\n`)
}

/** The last written head with its signature. An unreadable file is `damaged`. */
export async function readHeadFile(folder: string): Promise<SignedStatement | 'absent' | 'damaged'> {
  let content: unknown
  try {
    content = JSON.parse(await readFile(headFileIn(folder), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'absent'
    if (error instanceof SyntaxError) return 'damaged'
    throw error
  }
  if (!Value.Check(FileContent, content)) return 'damaged'
  return { text: content.statement, signature: Buffer.from(content.signature, 'base64') }
}
