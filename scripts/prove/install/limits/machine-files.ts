import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Stack } from '../../../stack/stack.ts'
import { secretFile } from '../../../stack/stack-folder.ts'

const SECRETS = '/etc/watchpost/stack'
/** The stack is on the machine outside. */
const OUTSIDE = '10.0.2.2'

/** The units that run in the machine. */
export const units = ['watchpost-gateway.service', 'watchpost-indexer.service']

/**
 * What has to be in the machine so that its units use the servers of a stack: settings, secrets, and a local port for
 * each server, which leads to the stack.
 */
export function writeMachineFiles(folder: string, { folder: paths, state }: Stack): void {
  const write = (path: string, text: string) => {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const kept = /^WATCHPOST_(STORE_URL|LOG_|ENGINE_|GATEWAY_PORT)/
  const own = [
    'WATCHPOST_GATEWAY_HOST=0.0.0.0',
    `WATCHPOST_STORE_PASSWORD_FILE=${SECRETS}/store-password`,
    'WATCHPOST_SECRETS_KEY_FILE=/etc/watchpost/keys/sealing-keys.json',
    // Each connection costs an emulated machine seconds.
    'WATCHPOST_STORE_POOL_SIZE=3',
  ]
  const settings = readFileSync(paths.environment, 'utf8')
    .split('\n')
    .filter((line) => kept.test(line))
  write('/etc/watchpost/watchpost.env', [...settings, ...own, ''].join('\n'))
  write(`${SECRETS}/store-password`, readFileSync(secretFile(paths, 'store-password'), 'utf8'))
  write('/etc/watchpost/keys/sealing-keys.json', readFileSync(join(paths.secrets, 'sealing-keys.json'), 'utf8'))

  const { postgresPort, kafkaPort, openSearchPort } = state.config
  for (const port of [postgresPort, kafkaPort, openSearchPort]) {
    write(`/etc/systemd/system/outside-${port}.socket`, `[Socket]\nListenStream=127.0.0.1:${port}\nBacklog=256\n`)
    const start = `/lib/systemd/systemd-socket-proxyd ${OUTSIDE}:${port}`
    write(`/etc/systemd/system/outside-${port}.service`, `[Service]\nExecStart=${start}\n`)
    const link = join(folder, `/etc/systemd/system/sockets.target.wants/outside-${port}.socket`)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(`/etc/systemd/system/outside-${port}.socket`, link)
  }
  const finish = join(folder, 'root/finish')
  write(
    'root/finish',
    `set -e
chgrp -R watchpost ${SECRETS} /etc/watchpost/watchpost.env
chmod 750 ${SECRETS}
chmod 640 ${SECRETS}/store-password /etc/watchpost/watchpost.env
chgrp watchpost-keys /etc/watchpost/keys /etc/watchpost/keys/sealing-keys.json
chmod 750 /etc/watchpost/keys
chmod 640 /etc/watchpost/keys/sealing-keys.json
systemctl enable ${units.join(' ')} watchpost.target
`,
  )
  chmodSync(finish, 0o700)
}
