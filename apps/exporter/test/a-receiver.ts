import { type SyslogConnection, SyslogTrouble } from '@watchpost/syslog'

export interface ReceiverOptions {
  /** Size of the buffers in between: their content is lost when a connection breaks. */
  bufferBytes: number
}

/** A receiver behind buffers that lose their content when a connection breaks. */
export function aReceiver({ bufferBytes }: ReceiverOptions) {
  const received: Buffer[] = []
  let present: { breakNow(): void } | undefined
  let connections = 0
  let isStalled = false

  return {
    /** From now on it reads nothing and answers nothing. */
    stall(): void {
      isStalled = true
    },
    received: () => Buffer.concat(received),
    connections: () => connections,
    breakNow: () => present?.breakNow(),

    async connect(): Promise<SyslogConnection> {
      connections++
      let onWay: Buffer[] = []
      let trouble: SyslogTrouble | undefined
      const given = Promise.withResolvers<never>()
      given.promise.catch(() => undefined)
      const told: ((trouble: SyslogTrouble) => void)[] = []
      const arrive = (keepBytes: number) => {
        let held = onWay.reduce((sum, { length }) => sum + length, 0)
        while (held > keepBytes) {
          const [first] = onWay
          if (!first) return
          received.push(first)
          onWay.shift()
          held -= first.length
        }
      }
      present = {
        breakNow() {
          trouble = new SyslogTrouble('open', 'broken')
          onWay = []
          for (const each of told) each(trouble)
        },
      }
      return {
        async write(bytes) {
          await new Promise((resolve) => setImmediate(resolve))
          if (isStalled) await given.promise
          if (trouble) throw trouble
          onWay.push(bytes)
          arrive(bufferBytes)
        },
        pendingBytes: () => 0,
        onBreak: (each) => void told.push(each),
        isOpen: () => trouble === undefined,
        async end() {
          if (trouble) return false
          arrive(0)
          return true
        },
        destroy: () => given.reject(new SyslogTrouble('write', 'given up')),
      }
    },
  }
}
