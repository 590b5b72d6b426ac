import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { KeyPair } from '@watchpost/pki'
import type { Stack } from '../../../stack/stack.ts'
import { type Administrator, signIn } from '../../accounts/administrator.ts'
import { addPerson, logIn, makeKey, signInBrowser } from '../../accounts/answers/people.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { connectToStore } from '../../harness/stack/connect-to-store.ts'
import { enterCertificate } from '../../probes/certificates/enter-certificate.ts'
import { createMint, type Mint } from '../../probes/certificates/mint.ts'
import { createProbeClient } from '../../probes/probe-client.ts'
import { readStackAuthority } from '../../probes/certificates/stack-authority.ts'
import { partFolder } from '../stage.ts'

export type Cast = Awaited<ReturnType<typeof createCast>>

const FOREIGN_NETWORK = '10.9.9.0/24'

/** All participants: accounts of each role, keys, a hostile probe, and the values for `{{name}}` in tables. */
export async function createCast(stack: Stack, api: ApiClient) {
  const administrator = await signIn(stack)
  const where = { ca: administrator.ca, port: stack.state.config.apiPort }
  const viewer = await signInBrowser(await addPerson(administrator, 'viewer'), where)
  const auditing = await addPerson(administrator, 'auditor')
  const auditor = await signInBrowser(auditing, where)
  const operator = await logIn(await addPerson(administrator, 'operator'), where)
  const key = await makeKey(administrator, ['search'])
  const { probe, probeId, certificates, values } = await makeProbe(stack, api)

  return {
    administrator,
    probe,
    probeId,
    certificates,
    headers: {
      nobody: {},
      stranger: {},
      probe: {},
      'false-token': { 'api-key': `apk_${'A'.repeat(43)}` },
      viewer,
      operator,
      auditor,
      administrator: { 'api-key': administrator.token },
      key: key.headers,
      'bound-key': { 'api-key': await boundKey(administrator) },
    } satisfies Record<string, Record<string, string>>,
    values: {
      ...values,
      viewer: viewer.cookie.replace(/^[^=]+=/, ''),
      auditor: auditor.cookie.replace(/^[^=]+=/, ''),
      'auditor-name': auditing.username,
      'auditor-password': auditing.password,
      operator: operator['api-key'],
      long: 'a'.repeat(10_000),
    } as Record<string, string>,
  }
}

/** A probe with a certificate from the appliance's CA, and one that waits for enrolment. */
async function makeProbe(stack: Stack, api: ApiClient) {
  const probes = createProbeClient(api)
  const folder = join(partFolder(stack, 'attacks'), 'mint')
  const store = connectToStore(stack)
  try {
    const mint = createMint(folder, await readStackAuthority(stack, store))
    const { id } = await probes.create('hostile.example.test')
    const probe = mint.issue({ file: 'hostile', probe: id })
    await enterCertificate(store, id, probe)
    const { enrolment } = await probes.create('waiting.example.test')
    const request = ['req', '-new', '-key', 'hostile.key', '-subj', '/CN=hostile.example.test']
    const sameKey = execFileSync('openssl', request, { cwd: folder, encoding: 'utf8' })
    const values = {
      csr: mint.request('stranger-request', 'stranger.example.test'),
      code: enrolment.code.split('.')[0] ?? '',
      'same-key-csr': sameKey,
    }
    return { probe, probeId: id, values, certificates: badCertificates(mint, id, probe) }
  } finally {
    await store.close()
  }
}

/** Certificates that the gateway must reject, each with its fault. None of them is registered. */
function badCertificates(
  mint: Mint,
  probe: number,
  good: KeyPair,
): Array<[name: string, pair: KeyPair, chain?: string]> {
  return [
    ['none', { certPem: '', keyPem: '' }],
    ['one that was not entered', mint.issue({ file: 'unknown', probe })],
    ['one that is signed by itself', mint.stranger()],
    ['one of an authority of the same name', mint.issue({ file: 'foreign', probe, issuer: mint.stranger() })],
    ['one that a probe signed', mint.issue({ file: 'forged', probe, issuer: good }), good.certPem],
    ['one that has expired', mint.issue({ file: 'expired', probe, days: -1 })],
    ['one for servers', mint.issue({ file: 'server', probe, usage: 'serverAuth' })],
    ['one that may sign others', mint.issue({ file: 'signer', probe, isAuthority: true })],
    ['that of the probe numbered 1, made up', mint.issue({ file: 'other', probe: 1 })],
  ]
}

/** A key that is only allowed from a network that this machine is not in. */
async function boundKey({ call }: Administrator): Promise<string> {
  const body = { name: randomBytes(6).toString('hex'), scopes: ['search'], networks: [FOREIGN_NETWORK] }
  const { status, text } = await call('POST', '/api/auth/keys', body)
  if (status !== 201) throw new Error(`no key was made: ${status} ${text}`)
  return (JSON.parse(text) as { key: string }).key
}
