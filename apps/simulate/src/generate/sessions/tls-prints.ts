import { createRandom, type Random } from '../random.ts'

interface Print {
  hash: string
  string: string
}

/** Random seed of this catalogue, which is the same for all seeds of a run. */
const CATALOGUE = 0x3a3
const random = createRandom(CATALOGUE)

const CLIENTS: readonly Print[] = Array.from({ length: 24 }, () => {
  const ciphers = '4865-4866-4867-49195-49199-49196-49200-52393-52392-49171-49172-156-157-47-53'
  const extensions = [0, 23, 65281, 10, 11, 35, 16, 5, 13, 18, 51, 45, 43, 27, 17513, 21].filter(() =>
    random.chance(0.85),
  )
  return { hash: random.hex(32), string: `771,${ciphers},${extensions.join('-')},29-23-24,0` }
})
const SERVERS: readonly Print[] = Array.from({ length: 12 }, () => ({
  hash: random.hex(32),
  string: `771,${random.pick([4865, 4866, 49199, 49195])},${random.pick(['51-43', '65281-0-11', '43-51', '65281-0-11-35-16'])}`,
}))

/** The fingerprint of a browser's hello; popular ones come more often. */
export const chromeJa3 = (draw: Random): Print => CLIENTS[draw.zipf(CLIENTS.length)] as Print
/** The fingerprint of a server's hello. */
export const ja3s = (draw: Random): Print => SERVERS[draw.zipf(SERVERS.length)] as Print
