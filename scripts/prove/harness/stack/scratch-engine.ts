import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startPrivateEngine } from '../../../dataset/private-engine.ts'

/** Not /tmp: that may be in memory, and the servers' user must be able to read it. */
const PARENT = '/var/tmp'
export type ScratchEngine = Awaited<ReturnType<typeof startScratchEngine>>

/** A separate engine on an empty folder, which is deleted when it ends. */
export async function startScratchEngine({ heap, settings = {} }: { heap: string; settings?: Record<string, string> }) {
  const root = mkdtempSync(join(PARENT, 'watchpost-scratch-'))
  chmodSync(root, 0o711)
  const folder = { data: join(root, 'data'), logs: join(root, 'logs'), run: join(root, 'run') }
  const engine = await startPrivateEngine(folder, { heap, settings }).catch((error: unknown) => {
    rmSync(root, { recursive: true, force: true })
    throw error
  })

  async function call<T>(method: string, path: string, body?: object | string): Promise<T> {
    const isText = typeof body === 'string'
    const response = await fetch(engine.url + path, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': isText ? 'application/x-ndjson' : 'application/json' },
        body: isText ? body : JSON.stringify(body),
      }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
    return JSON.parse(text) as T
  }

  return {
    url: engine.url,
    pid: engine.pid,
    call,
    /** Writes documents with one bulk request. */
    async write(index: string, lines: readonly string[]): Promise<void> {
      const { errors } = await call<{ errors: boolean }>('POST', `/${index}/_bulk?filter_path=errors`, lines.join(''))
      if (errors) throw new Error(`${index} refused documents`)
    },
    async [Symbol.asyncDispose]() {
      await engine.stop()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
