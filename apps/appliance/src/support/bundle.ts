import { gzipSync } from 'node:zlib'
import type { Page } from './gather.ts'
import type { Redact } from './redact.ts'
import { tar } from './tar.ts'

/** A part of the bundle. If gathering it fails, the error takes its place. */
export interface Chapter {
  name: string
  gather(): Promise<Page[]> | Page[]
}

/** Joins everything into one archive, with secrets redacted from each text. */
export async function makeBundle(
  folder: string,
  chapters: readonly Chapter[],
  redact: Redact,
  at: Date,
): Promise<{ archive: Buffer; names: string[] }> {
  const pages = await Promise.all(
    chapters.map(async ({ name, gather }): Promise<Page[]> => {
      try {
        return await gather()
      } catch (error) {
        return [{ name: `${name}-failed.txt`, text: String(error) }]
      }
    }),
  )
  const files = pages
    .flat()
    .map(({ name, text }) => ({ name: `${folder}/${name}`, content: Buffer.from(redact(text), 'utf8') }))
  return { archive: gzipSync(tar(files, at)), names: files.map(({ name }) => name) }
}
