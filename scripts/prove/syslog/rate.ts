import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, createWriteStream, mkdirSync, openSync, readSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient } from '../harness/api-client.ts'
import { ALL_INDEXES, settle } from '../harness/judge.ts'
import { linesOf } from '../harness/lines-of.ts'
import type { Load } from '../harness/load.ts'
import { quantile } from '../harness/quantile.ts'
import type { Report } from '../harness/report.ts'
import type { ExportClient } from './export-client.ts'
import type { ProofCertificates } from './receivers/make-certificates.ts'
import { type Receiver, receiversRoot } from './receivers/receivers.ts'
import { exportBody, type ProofExport } from './same-events.ts'

const FLOOR = 0.3
const TURNS = 3
const PATIENCE_MS = 600_000

/**
 * The throughput of one export over TLS, compared with rsyslog forwarding the same lines to the same receiver, in
 * turns. The events wait in the log before the export is enabled, as the lines wait in a file. They are indexed before,
 * so nothing else runs during a turn.
 */
export async function proveRate(
  api: ApiClient,
  load: Load,
  client: ExportClient,
  certificates: ProofCertificates,
  one: ProofExport,
  report: Report,
  { dir, seed, events }: { dir: string; seed: number; events: number },
): Promise<void> {
  const { receiver } = one
  const body = exportBody(one, certificates)
  const ours: number[] = []
  const theirs: number[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    writeFileSync(receiver.output, '')
    await client.put(one.id, { ...body, general: { ...body.general, enabled: false } })
    await sleep(3_000)
    const before = await api.count(ALL_INDEXES)
    await load.send(seed + turn, events)
    await settle(api, before + events, PATIENCE_MS)
    await client.put(one.id, body)
    ours.push(await rateOf(receiver, events))
    const lines = join(dir, `lines-${turn}.ndjson`)
    await keepBodies(receiver, lines)
    await client.remove(one.id)
    writeFileSync(receiver.output, '')
    theirs.push(await forward(dir, lines, receiver, certificates, events))
  }
  const ratio = quantile(ours, 0.5) / quantile(theirs, 0.5)
  report.figure('export_tls_per_second', quantile(ours, 0.5))
  report.figure('rsyslog_tls_per_second', quantile(theirs, 0.5))
  report.figure('ratio_to_rsyslog', ratio)
  report.check(`at least ${FLOOR} of the rate of rsyslog`, ratio >= FLOOR, ratio.toFixed(2))
}

/** Saves the bodies of received messages, one per line, as rsyslog's input. */
async function keepBodies({ output }: Receiver, path: string): Promise<void> {
  await pipeline(async function* bodies() {
    for await (const line of linesOf(output)) {
      yield `${(JSON.parse(line) as { msg: string }).msg.replace(/^ ?\ufeff?/, '')}\n`
    }
  }, createWriteStream(path))
}

async function forward(
  dir: string,
  lines: string,
  receiver: Receiver,
  { folder }: ProofCertificates,
  events: number,
): Promise<number> {
  const root = receiversRoot()
  const work = join(dir, 'forward')
  mkdirSync(work, { recursive: true })
  const file = join(work, 'rsyslog.conf')
  writeFileSync(
    file,
    `global(workDirectory="${work}" maxMessageSize="256k"
  defaultNetstreamDriverCAFile="${folder}/ca.crt" defaultNetstreamDriverCertFile="${folder}/client.crt" defaultNetstreamDriverKeyFile="${folder}/client.key")
module(load="imfile")
template(name="line" type="string" string="<134>1 %timereported:::date-rfc3339% sensor1.test watchpost - line - %msg%")
input(type="imfile" file="${lines}" tag="line" ruleset="out")
ruleset(name="out") { action(type="omfwd" target="127.0.0.1" port="${receiver.tlsPort}" protocol="tcp" TCP_Framing="octet-counted" template="line"
  StreamDriver="gtls" StreamDriverMode="1" StreamDriverAuthMode="x509/name" StreamDriverPermittedPeers="logserver.test") }
`,
  )
  const path = join(root, 'usr/lib/x86_64-linux-gnu')
  const child: ChildProcess = spawn(
    join(root, 'usr/sbin/rsyslogd'),
    ['-n', '-f', file, '-i', join(work, 'pid'), '-M', join(path, 'rsyslog')],
    { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, LD_LIBRARY_PATH: path } },
  )
  try {
    return await rateOf(receiver, events)
  } finally {
    child.kill('SIGKILL')
  }
}

/**
 * Waits until a receiver has written this many lines; returns the rate per second from the first lines on, so that the
 * start-up time of either side does not count.
 */
async function rateOf({ output }: Receiver, wanted: number): Promise<number> {
  const end = Date.now() + PATIENCE_MS
  const buffer = Buffer.alloc(4 * 1024 ** 2)
  const file = openSync(output, 'r')
  let first: { lines: number; at: number } | undefined
  let at = 0
  let lines = 0
  try {
    while (lines < wanted) {
      const read = readSync(file, buffer, 0, buffer.length, at)
      at += read
      for (let found = buffer.indexOf(10); found !== -1 && found < read; found = buffer.indexOf(10, found + 1)) lines++
      if (lines > 0) first ??= { lines, at: performance.now() }
      if (read === 0) await sleep(20)
      if (Date.now() > end) throw new Error(`only ${lines} of ${wanted} lines arrived`)
    }
  } finally {
    closeSync(file)
  }
  if (!first || first.lines >= wanted) throw new Error('all lines came at once: too few to tell a rate')
  return (lines - first.lines) / ((performance.now() - first.at) / 1_000)
}
