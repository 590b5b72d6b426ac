import { closeFlow, header, openFlow } from '../flow.ts'
import { person } from '../names.ts'
import type { Session } from '../stage.ts'

const SSH_CLIENTS = ['OpenSSH_9.2p1', 'OpenSSH_8.9p1', 'PuTTY_Release_0.81', 'libssh_0.10.6', 'paramiko_3.4'] as const
const SSH_SERVERS = ['OpenSSH_9.2p1', 'OpenSSH_8.9p1', 'dropbear_2022.83'] as const

/** A remote shell; an inbound one is a login attempt. */
export const sshSession: Session = (stage) => {
  const { random, site } = stage
  const src = random.chance(0.6) ? site.client() : site.stranger()
  const flow = openFlow(stage, { src, dest: site.server('web'), destPort: 22, app: 'ssh' })
  const kex =
    'curve25519-sha256,ecdh-sha2-nistp256;chacha20-poly1305@openssh.com,aes256-gcm@openssh.com;hmac-sha2-256;none'
  stage.emit('ssh', 0, () => ({
    ...header(stage, flow, 'ssh', 40),
    tx_id: 0,
    ssh: {
      client: {
        proto_version: '2.0',
        software_version: SSH_CLIENTS[random.zipf(5)],
        hassh: { hash: random.hex(32), string: kex },
      },
      server: {
        proto_version: '2.0',
        software_version: SSH_SERVERS[random.zipf(3)],
        hassh: { hash: random.hex(32), string: kex },
      },
    },
  }))
  closeFlow(stage, flow, random.int(90_000), 800 + random.int(110_000), 12)
}

/** A remote desktop: request, answer, capabilities. */
export const rdpSession: Session = (stage) => {
  const { random, site } = stage
  const src = random.chance(0.7) ? site.client() : site.stranger()
  const flow = openFlow(stage, { src, dest: site.server('web'), destPort: 3389, app: 'rdp' })
  stage.emit('rdp', 0, () => ({
    ...header(stage, flow, 'rdp', 4),
    rdp: { tx_id: 0, event_type: 'initial_request', cookie: person(random) },
  }))
  stage.emit('rdp', 1, () => ({
    ...header(stage, flow, 'rdp', 30),
    rdp: {
      tx_id: 2,
      event_type: 'connect_request',
      client: {
        version: 'v10.7',
        desktop_width: 1_920,
        desktop_height: 1_080,
        color_depth: 24,
        keyboard_layout: random.pick(['en-US', 'en-GB', 'de-DE', 'fr-FR']),
        build: 'Windows 10',
        client_name: site.hostName(src).toUpperCase(),
        keyboard_type: 'enhanced',
        function_keys: 12,
        product_id: 1,
        capabilities: ['support_errinfo_pdf', 'want_32_bpp_session'],
        id: '00000-00000-00000-AAAAA',
      },
      channels: ['rdpdr', 'cliprdr', 'rdpsnd'],
    },
  }))
  closeFlow(stage, flow, random.int(500_000), 3_000 + random.int(110_000), 10)
}

/** A shared screen. */
export const rfbSession: Session = (stage) => {
  const { random, site } = stage
  const dest = site.client()
  const flow = openFlow(stage, { src: site.client(), dest, destPort: 5900, app: 'rfb' })
  const version = { major: '003', minor: '008' }
  stage.emit('rfb', 0, () => ({
    ...header(stage, flow, 'rfb', 60),
    tx_id: 0,
    rfb: {
      server_protocol_version: version,
      client_protocol_version: version,
      authentication: {
        security_type: 2,
        vnc: { challenge: random.hex(32), response: random.hex(32) },
        security_result: random.chance(0.9) ? 'OK' : 'FAIL',
      },
      screen_shared: random.chance(0.3),
      framebuffer: {
        width: 1_280,
        height: 800,
        name: `desk@${site.hostName(dest)}`,
        pixel_format: {
          bits_per_pixel: 32,
          depth: 24,
          big_endian: false,
          true_color: true,
          red_max: 255,
          green_max: 255,
          blue_max: 255,
          red_shift: 16,
          green_shift: 8,
          blue_shift: 0,
        },
      },
    },
  }))
  closeFlow(stage, flow, random.int(300_000), 3_000 + random.int(90_000), 10)
}

/** A tunnel negotiation. */
export const ikeSession: Session = (stage) => {
  const { random, site } = stage
  const flow = openFlow(stage, {
    src: site.server('gateway'),
    srcPort: 500,
    dest: site.external(),
    destPort: 500,
    proto: 'UDP',
    app: 'ike',
  })
  stage.emit('ike', 0, () => ({
    ...header(stage, flow, 'ike', 25, true),
    ike: {
      version_major: 2,
      version_minor: 0,
      init_spi: random.hex(16),
      resp_spi: random.hex(16),
      message_id: 0,
      exchange_type: 34,
      role: 'responder',
      alg_enc: 'ENCR_AES_CBC',
      alg_auth: 'AUTH_HMAC_SHA2_256_128',
      alg_dh: '2048-bit MODP Group',
      payload: ['SecurityAssociation', 'KeyExchange', 'Nonce'],
      ikev2: { errors: 0, notify: [] },
    },
  }))
  closeFlow(stage, flow, 900, 100 + random.int(3_000), 10)
}
