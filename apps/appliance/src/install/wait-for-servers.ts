import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { isListening } from '@watchpost/servers'
import { Refused } from '../refused.ts'
import { ENGINE_SOCKET, LOG_PORTS } from './layout.ts'

const WITHIN_MS = 180_000
const ANSWER_WITHIN_MS = 5_000
const PAUSE_MS = 500

/** Kafka accepts connections. */
export async function waitForLog(): Promise<void> {
  await waitFor('Kafka', 'watchpost-log', () => isListening(LOG_PORTS.port))
}

/** OpenSearch answers. Services that start before it end and restart until it does. */
export async function waitForEngine(): Promise<void> {
  await waitFor('OpenSearch', 'watchpost-engine', () => isAnswering(ENGINE_SOCKET))
}

async function waitFor(server: string, unit: string, isUp: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + WITHIN_MS; Date.now() < end; await sleep(PAUSE_MS)) {
    if (await isUp()) return
  }
  throw new Refused(`${server} did not start within ${WITHIN_MS / 1_000} s: see \`journalctl -u ${unit}\``)
}

/** Whether a server of HTTP behind this socket answers. A proxy accepts connections before its server is up. */
export function isAnswering(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ socketPath, path: '/', timeout: ANSWER_WITHIN_MS, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(false))
  })
}
