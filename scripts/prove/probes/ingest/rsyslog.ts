import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endWithUs } from '../agents/end-with-us.ts'
import { sensorEnvironment, sensorRoot } from '../sensor/sensor-root.ts'

/** A real rsyslog that follows files and writes their lines directly into an index with bulk requests. */
export function startRsyslog(dir: string, files: readonly string[], enginePort: number, index: string) {
  mkdirSync(dir, { recursive: true })
  const root = sensorRoot()
  const config = join(dir, 'rsyslog.conf')
  const inputs = files.map((file) => `input(type="imfile" file="${file}" tag="eve" ruleset="out" readMode="0")`)
  writeFileSync(
    config,
    `global(workDirectory="${dir}" maxMessageSize="2m")
module(load="imfile" mode="inotify")
module(load="omelasticsearch")
template(name="line" type="string" string="%msg%")
ruleset(name="out" queue.type="linkedList" queue.size="50000" queue.dequeueBatchSize="1000" queue.workerThreads="4") {
  action(type="omelasticsearch" server="127.0.0.1" serverport="${enginePort}" template="line" searchIndex="${index}" searchType=""
    bulkmode="on" maxbytes="16m" errorfile="${dir}/refused.json" action.resumeRetryCount="-1")
}
${inputs.join('\n')}
`,
  )
  const modules = join(root, 'usr/lib/x86_64-linux-gnu/rsyslog')
  const child = spawn(join(root, 'usr/sbin/rsyslogd'), ['-n', '-f', config, '-i', join(dir, 'pid'), '-M', modules], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: sensorEnvironment(),
  })
  endWithUs(child)
  return {
    pid: () => child.pid,
    async stop(): Promise<void> {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
