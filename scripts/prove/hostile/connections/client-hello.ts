import { Duplex } from 'node:stream'
import { connect } from 'node:tls'

/** The first message of a TLS handshake from a modern client. */
export async function captureClientHello(): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>()
  const line = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      resolve(chunk)
      done()
    },
  })
  const client = connect({ socket: line, servername: 'localhost', rejectUnauthorized: false })
  client.on('error', () => {})
  const hello = await promise
  client.destroy()
  return hello
}
