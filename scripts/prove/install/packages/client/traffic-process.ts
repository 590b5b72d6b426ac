import { createSocket } from 'node:dgram'
import { setTimeout as sleep } from 'node:timers/promises'
import { APPLIANCE } from '../machine/machine-network.ts'

/** Sends DNS queries to the machine until it is ended. Suricata writes an event for each that it sees. */
const EVERY_MS = 20
const PORT_OF_DNS = 53
const socket = createSocket('udp4')
// Nothing answers there.
socket.on('error', () => undefined)
for (let id = 0; ; id++) {
  socket.send(query(id), PORT_OF_DNS, APPLIANCE.address, () => undefined)
  await sleep(EVERY_MS)
}

/** A question for the IP address of a name that contains the number. */
function query(id: number): Buffer {
  const header = Buffer.from([0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0])
  header.writeUInt16BE(id % 2 ** 16)
  const labels = [`query-${id}`, 'example', 'com'].map((label) =>
    Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]),
  )
  return Buffer.concat([header, ...labels, Buffer.from([0, 0, 1, 0, 1])])
}
