import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from './server.ts'

/** Waits until the server is healthy. Fails at once if its process has ended, with the end of its log. */
export async function waitUntilHealthy(server: Server, withinMs: number): Promise<void> {
  const end = Date.now() + withinMs
  for (;;) {
    const problem = await server.problem()
    if (problem === undefined) return
    if (server.pid() === undefined) throw new Error(`${server.name} has ended\n${tailOf(server.logFile)}`)
    if (Date.now() >= end) {
      throw new Error(`${server.name} is not healthy after ${withinMs / 1000} s: ${problem}\n${tailOf(server.logFile)}`)
    }
    await sleep(100)
  }
}

function tailOf(logFile: string): string {
  try {
    const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n')
    return [`the end of ${logFile}:`, ...lines.filter((line) => !isFrame(line)).slice(-15)].join('\n  ')
  } catch {
    return `${logFile} cannot be read`
  }
}

/** Java stack frames fill a screen and hide the reason. */
function isFrame(line: string): boolean {
  return /^\s*(at |\.\.\. \d+ more)/.test(line)
}
