import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { Report } from '../harness/report.ts'
import type { Asker } from './http.ts'

/** Of the size of a listing. */
const MOST_SHARE = 0.15
const encodings = { gzip: gunzipSync, zstd: zstdDecompressSync }

/** A listing is compressed for callers with a token, and the same after decompression. */
export async function checkCompressed(report: Report, asker: Asker, base: string): Promise<void> {
  const path = '/api/alerts?limit=1000'
  const { headers, bytes: plain } = await asker.raw(base, path, 'identity')
  report.check('a listing is plain for who wants it plain', headers['content-encoding'] === undefined)
  for (const [encoding, unpack] of Object.entries(encodings)) {
    const answer = await asker.raw(base, path, encoding)
    const share = answer.bytes.length / plain.length
    const isSame = answer.headers['content-encoding'] === encoding && unpack(answer.bytes).equals(plain)
    const kilobytes = (bytes: Buffer) => `${Math.round(bytes.length / 1_000)} KB`
    const detail = `${kilobytes(plain)} are ${kilobytes(answer.bytes)}`
    report.check(`a listing is the same in ${encoding}, and smaller`, isSame && share <= MOST_SHARE, detail)
  }
}
