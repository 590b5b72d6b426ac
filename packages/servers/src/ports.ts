import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { waitUntil } from './wait-until.ts'

/** Whether a process accepts connections on this port of this machine. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    const answer = (value: boolean) => {
      socket.destroy()
      resolve(value)
    }
    socket.once('connect', () => answer(true))
    socket.once('error', () => answer(false))
    socket.setTimeout(1_000, () => answer(false))
  })
}

/** Waits until the ports are free: a killed process may need a moment to release them. */
export async function portsToBeFree(name: string, ports: readonly number[], withinMs = 15_000): Promise<void> {
  for (const port of ports) {
    if (await waitUntil(async () => !(await isListening(port)), { withinMs, everyMs: 200 })) continue
    throw new Error(
      `${name} cannot start: port ${port} is taken by another process (who: ss -ltnp 'sport = :${port}'); settings can move the ports`,
    )
  }
}

/** Distinct ports that were free a moment ago. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}
