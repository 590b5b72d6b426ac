import { harmlessFile } from '../files.ts'
import { closeFlow, header, openFlow } from '../flow.ts'
import { person } from '../names.ts'
import type { Session } from '../stage.ts'
import { fileEvent } from './file-event.ts'

/** A file fetched by FTP: the commands, the data connection, the file. */
export const ftpSession: Session = (stage) => {
  const { random, site } = stage
  const [src, dest] = [site.client(), site.external()]
  const file = harmlessFile(random)
  const control = openFlow(stage, { src, dest, destPort: 21, app: 'ftp' })
  const port = random.between(40_000, 49_999)
  const reply = { command_truncated: false, reply_received: 'yes', reply_truncated: false }
  const user = {
    command: 'USER',
    command_data: person(random),
    completion_code: ['331'],
    reply: ['Password required'],
    ...reply,
  }
  const retrieve = {
    command: 'RETR',
    command_data: file.name,
    completion_code: ['150', '226'],
    reply: ['Opening BINARY mode data connection', 'Transfer complete'],
    ...reply,
    mode: 'passive',
    dynamic_port: port,
  }
  stage.emit('ftp', 0, () => ({ ...header(stage, control, 'ftp', 20), tx_id: 1, ftp: user }))
  stage.emit('ftp', 1, () => ({ ...header(stage, control, 'ftp', 90), tx_id: 4, ftp: retrieve }))

  const data = openFlow(stage, { src, dest, destPort: port, app: 'ftp-data' })
  const ftpData = { command: 'RETR', filename: file.name }
  stage.emit('ftp_data', 2, () => ({
    ...header(stage, data, 'ftp_data', 120),
    parent_id: control.id,
    tx_id: 0,
    ftp_data: ftpData,
  }))
  fileEvent(stage, { file, flow: data, context: { ftp_data: ftpData }, offsetMs: 130, storeShare: 0.5 })
  closeFlow(stage, control, 600, 2_000 + random.int(30_000), 8)
  closeFlow(stage, data, file.size, 500 + random.int(9_000), 6)
}

/** A device fetches its boot file. */
export const tftpSession: Session = (stage) => {
  const { random, site } = stage
  const flow = openFlow(stage, {
    src: site.client(),
    dest: site.server('files'),
    destPort: 69,
    proto: 'UDP',
    app: 'tftp',
  })
  stage.emit('tftp', 0, () => ({
    ...header(stage, flow, 'tftp', 0),
    tftp: {
      packet: random.chance(0.9) ? 'read' : 'write',
      file: random.pick(['boot/pxelinux.0', 'phones/cfg.bin', 'boot/grub/grub.cfg', 'switch/running.cfg']),
      mode: 'octet',
    },
  }))
  closeFlow(stage, flow, 40_000, 200 + random.int(2_000), 8)
}

/** A lookup of a peer in the distributed hash table. */
export const bittorrentSession: Session = (stage) => {
  const { random, site } = stage
  const flow = openFlow(stage, {
    src: site.client(),
    srcPort: 6881,
    dest: site.stranger(),
    destPort: 6881,
    proto: 'UDP',
    app: 'bittorrent-dht',
  })
  const isPing = random.chance(0.5)
  stage.emit('bittorrent_dht', 0, () => ({
    ...header(stage, flow, 'bittorrent_dht', 0),
    bittorrent_dht: {
      transaction_id: random.hex(4),
      client_version: '5554b5',
      request_type: isPing ? 'ping' : 'get_peers',
      request: isPing ? { id: random.hex(40) } : { id: random.hex(40), info_hash: random.hex(40) },
    },
  }))
  closeFlow(stage, flow, 300, 20 + random.int(400), 8)
}
