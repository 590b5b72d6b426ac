import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient } from '../harness/api-client.ts'
import type { Report } from '../harness/report.ts'

/** IP addresses that an export must not connect to, each as four bytes. */
const addresses = [
  [127, 0, 0, 1],
  [127, 1, 2, 3],
  [0, 0, 0, 0],
  [169, 254, 169, 254],
  [224, 0, 0, 1],
  [255, 255, 255, 255],
  [240, 0, 0, 1],
  [192, 88, 99, 1],
] as const

/** Every notation of an IPv4 address that some resolver, library or shell accepts. */
function spellingsOf([a, b, c, d]: readonly [number, number, number, number]): string[] {
  const all = ((a * 256 + b) * 256 + c) * 256 + d
  const hex = (value: number) => `0x${value.toString(16)}`
  const octal = (value: number) => `0${value.toString(8)}`
  const plain = `${a}.${b}.${c}.${d}`
  const groups = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  return [
    plain,
    `${plain}.`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    String(all),
    hex(all),
    octal(all),
    [a, b, c, d].map(hex).join('.'),
    [a, b, c, d].map(octal).join('.'),
    `${hex(a)}.${b}.${octal(c)}.${d}`,
    `${octal(a)}.${hex(b)}.${c}.${d}`,
    `${hex(a)}.${hex((b * 256 + c) * 256 + d)}`,
    `${octal(a)}.${octal((b * 256 + c) * 256 + d)}`,
    [a, b, c, d].map((part) => String(part).padStart(3, '0')).join('.'),
    [a, b, c, d].map((part) => `0000${part.toString(8)}`).join('.'),
    `::ffff:${plain}`,
    `::ffff:${groups}`,
    `0:0:0:0:0:ffff:${plain}`,
    `0000:0000:0000:0000:0000:FFFF:${groups}`,
    `[::ffff:${plain}]`,
    `::${plain}`,
    `::${groups}`,
    `::ffff:0:${plain}`,
    `64:ff9b::${plain}`,
    `64:ff9b::${groups}`,
    `64:ff9b:1::${groups}`,
    `2002:${groups}::`,
    `2002:${groups}::1`,
    `2001:0:${groups}::1`,
    plain.replaceAll('.', '。'),
    plain.replaceAll('.', '．'),
    plain.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    plain.replaceAll(/\d/g, (digit) => (digit === '0' ? '⓪' : String.fromCodePoint(0x245f + Number(digit)))),
    ` ${plain}`,
    `${plain} `,
    `${plain}\t`,
    `${plain}\u0000.example.org`,
    `${plain}:6514`,
    `${plain}/`,
    `${plain}#.example.org`,
    `${plain}?.example.org`,
    `user@${plain}`,
    `http://${plain}`,
    `//${plain}`,
    `${plain}%25lo`,
    `${plain}%lo`,
    plain.replace('.', '%2e'),
    `0${plain}`,
    `+${plain}`,
    `-${plain}`,
    `${plain},192.0.2.7`,
    `192.0.2.7,${plain}`,
    `${plain} 192.0.2.7`,
  ]
}

const others = [
  ['localhost', 'LOCALHOST', 'localhost.', 'localhost.localdomain', 'ip6-localhost', 'ip6-loopback', 'lo'],
  ['::', '::1', '::0', '0::1', '0:0:0:0:0:0:0:1', '0000::0001', '[::1]', '::1%lo', '::1%1', '::1%25lo'],
  ['fe80::1', 'FE80::1', 'fe80::1%eth0', 'febf::ffff', 'fec0::1', 'ff02::1', 'ff0e::1', 'ff02::1%eth0'],
  ['', '.', '..', '...', '*', '0', '00', '0x', '0x0', '0.0', '127', '1.1', '01.1', '1.0x1'],
  ['ｌｏｃａｌｈｏｓｔ', 'loc\u00adalhost', 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ', 'localhost\u200b', 'xn--', 'a..b', '-a', 'a-'],
].flat()

/** All notations: more than four hundred. */
export function forbiddenTargets(): string[] {
  return [...new Set([...addresses.flatMap(spellingsOf), ...others])]
}

interface Step {
  step: string
  ok: boolean
}

/** Export tests are rate-limited: wait when rejected. */
async function tryIt(api: ApiClient): Promise<Step[]> {
  for (;;) {
    const { status, body } = await api.send<{ steps: Step[] }>('POST', '/api/exports/syslog/999/test')
    if (status === 200) return body.steps
    if (status !== 429) throw new Error(`the test answered ${status}`)
    await sleep(13_000)
  }
}

/**
 * Sets an export to each target. A target that is rejected when set cannot be connected to. A name is rejected when it
 * is resolved, so its test must end there.
 */
export async function proveForbiddenTargets(api: ApiClient, report: Report, mostTries: number): Promise<void> {
  const targets = forbiddenTargets()
  const wrong: string[] = []
  let tries = 0
  for (const hostname of targets) {
    const set = await api.send('PUT', '/api/exports/syslog/999/general', { hostname, port: 6_514, enabled: false })
    if (set.status >= 400 || tries++ >= mostTries) continue
    const steps = await tryIt(api)
    if (steps.length !== 1 || steps[0]?.ok !== false) wrong.push(hostname)
  }
  await api.send('DELETE', '/api/exports/syslog/999')
  report.check(
    'no spelling of a forbidden target is connected to',
    targets.length >= 400 && wrong.length === 0,
    `${targets.length} spellings, ${wrong.length} wrong ${wrong.slice(0, 5).join(' ')}`,
  )
}
