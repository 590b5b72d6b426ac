import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { Agent } from 'node:https'
import { watchpostCommand } from '../../stack/appliance-server.ts'
import type { ProofStack } from '../harness/stack/proof-stack.ts'
import type { Report } from '../harness/report.ts'
import { apiPorts, signIn } from './administrator.ts'
import { httpsCall } from './https-call.ts'
import { addPerson, isProblem, logIn, tryLogin } from './answers/people.ts'

/** A user who is locked out, by a lost password or by failed logins, regains access from the console. */
export async function proveConsole({ stack }: ProofStack, report: Report): Promise<void> {
  const administrator = await signIn(stack)
  const { ca } = administrator
  const [port = 0] = apiPorts(stack)
  const person = await addPerson(administrator, 'operator')
  const headers = await logIn(person, { ca, port })
  const agent = new Agent({ localAddress: '127.0.3.1' })
  const elsewhere = { ca, port, agent }
  let refused = await tryLogin({ ...person, password: 'forgotten' }, elsewhere)
  for (let each = 0; each < 8 && refused.status === 401; each += 1) {
    refused = await tryLogin({ ...person, password: 'forgotten' }, elsewhere)
  }

  const { command, args, env } = watchpostCommand(stack.folder, ['admin', 'reset-password', person.username])
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const said = await text(child.stdout)
  const password = /: (\S{24})$/m.exec(said)?.[1] ?? ''
  const again = await tryLogin({ ...person, password }, elsewhere)
  agent.destroy()
  const { token = '' } = JSON.parse(again.text) as { token?: string }
  const fresh = { 'api-key': token }
  const blocked = await httpsCall({ ca, port, path: '/api/version', headers: fresh })
  const body = { current_password: password, new_password: person.password }
  const changed = await httpsCall({ ca, port, method: 'POST', path: '/api/auth/password', headers: fresh, body })
  const open = await httpsCall({ ca, port, path: '/api/version', headers: fresh })
  const old = await httpsCall({ ca, port, path: '/api/auth/me', headers })
  report.check(
    'at the console a locked-out account gets in again, and has to change its password first',
    isProblem(refused, 'login-throttled') &&
      isProblem(blocked, 'password-change-needed') &&
      [again.status, changed.status, open.status, old.status].join() === '200,200,200,401',
    `${refused.status}; then ${[again, blocked, changed, open, old].map(({ status }) => status).join(' ')}`,
  )
}
