import { harmlessFile } from '../files.ts'
import { closeFlow, header, openFlow } from '../flow.ts'
import { domain, mailbox, person, word } from '../names.ts'
import type { Session, Stage } from '../stage.ts'
import { fileEvent } from './file-event.ts'

const COMMANDS = ['CREATE', 'READ', 'WRITE', 'CLOSE', 'QUERY_DIRECTORY', 'QUERY_INFO', 'TREE_CONNECT', 'IOCTL'] as const

/** Work on a share: several commands of one session, sometimes with a complete file. */
export const smbSession: Session = (stage) => {
  const { random, site } = stage
  const src = site.client()
  const flow = openFlow(stage, { src, dest: site.server('files'), destPort: 445, app: 'smb' })
  const sessionId = 4_398_046_511_104 + random.int(9_000)
  const user = person(random)
  const commands = 1 + random.zipf(6)
  for (let id = 1; id <= commands; id++) {
    stage.emit('smb', id, () => ({
      ...header(stage, flow, 'smb', id * 8),
      tx_id: id,
      smb: smbPart(stage, id, sessionId, user, site.hostName(src)),
    }))
  }
  if (random.chance(0.25)) {
    const file = harmlessFile(random)
    const smb = {
      id: commands,
      dialect: '3.11',
      command: 'SMB2_COMMAND_READ',
      filename: file.name,
      share: '\\\\files\\team',
    }
    fileEvent(stage, { file, flow, context: { smb }, offsetMs: commands * 9, storeShare: 0.3 })
  }
  closeFlow(stage, flow, random.int(300_000), 900 + random.int(60_000), commands + 4)
}

function smbPart({ random, now }: Stage, id: number, sessionId: number, user: string, host: string) {
  const changed = Math.floor(now / 1_000) - random.int(5_000_000)
  const isDone = random.chance(0.96)
  return {
    id,
    dialect: '3.11',
    command: `SMB2_COMMAND_${random.pick(COMMANDS)}`,
    status: isDone ? 'STATUS_SUCCESS' : 'STATUS_ACCESS_DENIED',
    status_code: isDone ? '0x0' : '0xc0000022',
    session_id: sessionId,
    tree_id: random.between(1, 9),
    filename: `${word(random)}s\\${word(random)}-${random.int(400)}.xlsx`,
    disposition: 'FILE_OPEN',
    access: 'normal',
    created: changed,
    accessed: changed,
    modified: changed,
    changed,
    size: random.int(900_000),
    fuid: `${random.hex(8)}-0000-0000-${random.hex(4)}-0000ffffffff`,
    share: `\\\\files\\${random.pick(['finance', 'team', 'home', 'projects'])}`,
    share_type: 'FILE',
    ntlmssp: { domain: 'EXAMPLE', user, host: host.toUpperCase(), version: '10.0 build 19041 rev 15' },
  }
}

const INTERFACES = [
  '12345778-1234-abcd-ef00-0123456789ac',
  'e1af8308-5d1f-11c9-91a4-08002b14a0fa',
  '338cd001-2244-31f1-aaaa-900038001003',
  '367abb81-9844-35f1-ad32-98f038001003',
] as const

/** A remote procedure call to the domain controller. */
export const dcerpcSession: Session = (stage) => {
  const { random, site } = stage
  const flow = openFlow(stage, { src: site.client(), dest: site.server('domain'), destPort: 135, app: 'dcerpc' })
  const callId = random.between(1, 90)
  stage.emit('dcerpc', 0, () => ({
    ...header(stage, flow, 'dcerpc', 6),
    tx_id: 2,
    dcerpc: {
      request: 'REQUEST',
      req: { opnum: random.int(60), frag_cnt: 1, stub_data_size: random.between(8, 400) },
      interfaces: [{ uuid: random.pick(INTERFACES), version: '1.0', ack_result: 0 }],
      response: 'RESPONSE',
      res: { frag_cnt: 1, stub_data_size: random.between(8, 900) },
      call_id: callId,
      rpc_version: '5.0',
    },
  }))
  closeFlow(stage, flow, 1_200, 100 + random.int(4_000), 6)
}

/** A ticket from the domain controller. */
export const krb5Session: Session = (stage) => {
  const { random, site } = stage
  const flow = openFlow(stage, { src: site.client(), dest: site.server('domain'), destPort: 88, app: 'krb5' })
  const isWeak = random.chance(0.03)
  const encryption = isWeak ? 'rc4-hmac' : 'aes256-cts-hmac-sha1-96'
  stage.emit('krb5', 0, () => ({
    ...header(stage, flow, 'krb5', 5),
    krb5: {
      msg_type: random.chance(0.7) ? 'KRB_TGS_REP' : 'KRB_AS_REP',
      cname: person(random),
      realm: 'EXAMPLE.TEST',
      sname: random.pick([
        'cifs/files.example.test',
        'krbtgt/EXAMPLE.TEST',
        'ldap/dc1.example.test',
        'HTTP/portal.example.test',
      ]),
      encryption,
      weak_encryption: isWeak,
      ticket_encryption: encryption,
      ticket_weak_encryption: isWeak,
    },
  }))
  closeFlow(stage, flow, 1_800, 20 + random.int(200), 6)
}

/** A file read over NFS. */
export const nfsSession: Session = (stage) => {
  const { random, site } = stage
  const src = site.client()
  const flow = openFlow(stage, { src, dest: site.server('files'), destPort: 2049, app: 'nfs' })
  const xid = random.word()
  const filename = `${word(random)}-${random.int(99)}.csv`
  for (const [index, procedure] of (['LOOKUP', 'READ'] as const).entries()) {
    stage.emit('nfs', index, () => ({
      ...header(stage, flow, 'nfs', 3 + index * 4),
      tx_id: index,
      rpc: {
        xid,
        status: 'ACCEPTED',
        auth_type: 'UNIX',
        creds: { machine_name: site.hostName(src), uid: 1_000 + random.int(40), gid: 1_000 },
      },
      nfs: {
        version: 3,
        procedure,
        filename,
        hhash: random.hex(8),
        id: index + 1,
        file_tx: procedure === 'READ',
        type: 'response',
        status: 'OK',
        ...(procedure === 'READ' ? { read: { first: true, last: true, last_xid: xid, chunks: 1 } } : {}),
      },
    }))
  }
  closeFlow(stage, flow, random.int(200_000), 100 + random.int(9_000), 8)
}

/** A message, half of them with an attachment. */
export const smtpSession: Session = (stage) => {
  const { random, site, now } = stage
  const flow = openFlow(stage, { src: site.stranger(), dest: site.server('mail'), destPort: 25, app: 'smtp' })
  const [from, to] = [`${person(random)}@${domain(random)}`, mailbox(random)]
  const file = random.chance(0.5) ? harmlessFile(random) : undefined
  const smtp = { helo: from.slice(from.indexOf('@') + 1), mail_from: `<${from}>`, rcpt_to: [`<${to}>`] }
  const email = {
    status: 'PARSE_DONE',
    from,
    to: [to],
    ...(random.chance(0.2) ? { cc: [mailbox(random)] } : {}),
    subject: `${word(random)} ${random.int(9_000)}`,
    date: new Date(now).toUTCString().replace('GMT', '+0000'),
    message_id: `<${random.hex(24)}@${smtp.helo}>`,
    x_mailer: 'Synthetic Mailer 1.0',
    ...(file ? { attachment: [file.name] } : {}),
    url: [`${domain(random)}/${word(random)}`],
  }
  stage.emit('smtp', 0, () => ({ ...header(stage, flow, 'smtp', 700), tx_id: 0, smtp, email }))
  if (file) fileEvent(stage, { file, flow, context: { smtp, email }, offsetMs: 720, storeShare: 0.6 })
  closeFlow(stage, flow, 900, 900 + random.int(9_000), 6)
}
