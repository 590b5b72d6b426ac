import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isListening, waitUntil } from '@watchpost/servers'
import type { ProofCertificates } from './make-certificates.ts'

/** A real receiver with a TCP port and a mutual TLS port that writes messages as lines of JSON. */
export interface Receiver {
  name: 'rsyslog' | 'syslog-ng'
  tcpPort: number
  tlsPort: number
  /** Its output file. */
  output: string
  start(): Promise<void>
  signal(signal: NodeJS.Signals): void
  stop(): Promise<void>
}

/** The folder that `install-receivers` filled. */
export function receiversRoot(): string {
  const cache = process.env.WATCHPOST_CACHE
  if (!cache) throw new Error('WATCHPOST_CACHE is not set: run `. scripts/env`')
  return join(cache, 'syslog-receivers')
}

const libraries = (root: string) =>
  ['lib/x86_64-linux-gnu', 'usr/lib/x86_64-linux-gnu', 'usr/lib/syslog-ng'].map((each) => join(root, each)).join(':')

export function createRsyslog(dir: string, { folder }: ProofCertificates, ports: [number, number]): Receiver {
  const root = receiversRoot()
  const modules = join(root, 'usr/lib/x86_64-linux-gnu/rsyslog')
  const output = join(dir, 'rsyslog.ndjson')
  const config = `global(workDirectory="${dir}" maxMessageSize="256k" parser.escapeControlCharactersOnReceive="on"
  defaultNetstreamDriverCAFile="${folder}/ca.crt" defaultNetstreamDriverCertFile="${folder}/server.crt" defaultNetstreamDriverKeyFile="${folder}/server.key")
module(load="imtcp")
template(name="json" type="list") { constant(value="{") property(name="pri" outname="pri" format="jsonf") constant(value=",")
  property(name="hostname" outname="host" format="jsonf") constant(value=",") property(name="app-name" outname="app" format="jsonf") constant(value=",")
  property(name="msgid" outname="msgid" format="jsonf") constant(value=",") property(name="structured-data" outname="sd" format="jsonf") constant(value=",")
  property(name="msg" outname="msg" format="jsonf") constant(value="}\\n") }
ruleset(name="take" queue.type="Direct") { action(type="omfile" file="${output}" template="json" flushOnTXEnd="on") }
input(type="imtcp" address="127.0.0.1" port="${ports[0]}" ruleset="take" supportOctetCountedFraming="on" streamDriver.name="ptcp" streamDriver.mode="0")
input(type="imtcp" address="127.0.0.1" port="${ports[1]}" ruleset="take" supportOctetCountedFraming="on" streamDriver.name="gtls" streamDriver.mode="1"
  streamDriver.authMode="x509/name" permittedPeer=["sensor1.test"])
`
  return receiver('rsyslog', dir, ports, output, config, (file) => ({
    command: join(root, 'usr/sbin/rsyslogd'),
    args: ['-n', '-f', file, '-i', join(dir, 'rsyslog.pid'), '-M', modules],
    libraries: libraries(root),
  }))
}

export function createSyslogNg(dir: string, { folder }: ProofCertificates, ports: [number, number]): Receiver {
  const root = receiversRoot()
  const output = join(dir, 'syslog-ng.ndjson')
  const config = `@version: 3.38
@module syslogformat
@module afsocket
@module affile
@module json-plugin
options { use-dns(no); keep-hostname(yes); keep-timestamp(yes); flush-lines(1); log-msg-size(262144); stats-freq(0); };
source tcp { syslog(ip(127.0.0.1) port(${ports[0]}) transport("tcp") max-connections(100)); };
source tls { syslog(ip(127.0.0.1) port(${ports[1]}) transport("tls") max-connections(100)
  tls(key-file("${folder}/server.key") cert-file("${folder}/server.crt") ca-dir("${folder}/cadir")
      peer-verify(required-trusted) trusted-dn("CN=sensor1.test") ssl-options(no-sslv2, no-sslv3, no-tlsv1, no-tlsv11))); };
destination out { file("${output}" template("$(format-json --key PRI --key HOST --key PROGRAM --key MSGID --key MESSAGE --scope sdata)\\n")); };
log { source(tcp); source(tls); destination(out); };
`
  return receiver('syslog-ng', dir, ports, output, config, (file) => ({
    command: join(root, 'usr/sbin/syslog-ng'),
    args: [
      '-F',
      '--no-caps',
      '-f',
      file,
      '-R',
      join(dir, 'syslog-ng.persist'),
      '-p',
      join(dir, 'syslog-ng.pid'),
      '-c',
      join(dir, 'syslog-ng.ctl'),
      `--module-path=${join(root, 'usr/lib/syslog-ng/3.38')}`,
    ],
    libraries: libraries(root),
  }))
}

interface Launch {
  command: string
  args: string[]
  libraries: string
}

function receiver(
  name: Receiver['name'],
  dir: string,
  [tcpPort, tlsPort]: [number, number],
  output: string,
  config: string,
  launch: (configFile: string) => Launch,
): Receiver {
  mkdirSync(dir, { recursive: true })
  const file = join(dir, `${name}.conf`)
  writeFileSync(file, config)
  let child: ChildProcess | undefined
  return {
    name,
    tcpPort,
    tlsPort,
    output,
    async start() {
      const { command, args, libraries: path } = launch(file)
      child = spawn(command, args, {
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, LD_LIBRARY_PATH: path },
      })
      if (!(await waitUntil(() => isListening(tcpPort), { withinMs: 20_000 }))) throw new Error(`${name} did not start`)
    },
    signal: (signal) => void child?.kill(signal),
    async stop() {
      const ended = child && new Promise((resolve) => child?.once('exit', resolve))
      child?.kill('SIGKILL')
      await ended
      child = undefined
    },
  }
}
