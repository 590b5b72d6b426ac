import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { SignedStatement } from './statement.ts'

const FileContent = Type.Object({ statement: Type.String(), signature: Type.String({ pattern: '^[A-Za-z0-9+/]+=*$' }) })

const WHAT =
  'How far the audit of this appliance had come, signed. Rows that it knows and the database does not have were removed. Keep it out of reach of whoever looks after the database.'

/** The file that knows the newest head. */
export function headFileIn(folder: string): string {
  return join(folder, 'audit-head.json')
}

/** Replaces the head, whole or not at all; on disk when this returns. */
export async function writeHeadFile(folder: string, { text, signature }: SignedStatement): Promise<void> {
  const content = { what: WHAT, statement: text, signature: signature.toString('base64') }
  await writeDurably(folder, headFileIn(folder), `${JSON.stringify(content, null, 2)}\n`)
}

/** The head that was last written, as it was signed. A file that cannot be read as one is `damaged`. */
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

async function writeDurably(folder: string, path: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o750 })
  const draft = `${path}.${process.pid}.new`
  await writeAndSync(draft, text)
  await rename(draft, path)
  // A name is on disk once its folder is.
  const opened = await open(folder, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}

async function writeAndSync(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o640)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}
