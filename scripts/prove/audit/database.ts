import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { Secret } from '@watchpost/runtime'
import { connectStore, type Store } from '@watchpost/store'
import { watchpostCommand } from '../../stack/appliance-server.ts'
import { storeTlsQuery } from '../../stack/secured/server-certificates.ts'
import type { Stack } from '../../stack/stack.ts'
import { secretFile } from '../../stack/stack-folder.ts'

/** Connects as the database superuser: an attacker can have no more privileges. */
export function connectSuperuser({ folder, state }: Stack, schema = 'public'): Store {
  const options = encodeURIComponent(`-c search_path=${schema} -c statement_timeout=0`)
  const tls = state.isSecured ? `&${storeTlsQuery(folder)}` : ''
  const password = readFileSync(secretFile(folder, 'postgres-superuser-password'), 'utf8').trim()
  return connectStore(
    {
      url: `postgres://postgres@127.0.0.1:${state.config.postgresPort}/watchpost?options=${options}${tls}`,
      password: new Secret(password),
      poolSize: 4,
    },
    'proof',
  )
}

/** Runs a console command of the appliance; returns its exit code and output. */
export async function watchpost({ folder }: Stack, words: string[]): Promise<{ code: number | null; said: string }> {
  const { command, args, env } = watchpostCommand(folder, words)
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, said: out + err }
}
