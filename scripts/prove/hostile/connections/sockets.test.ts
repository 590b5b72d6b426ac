import { expect, test } from 'vitest'
import { isAttacking } from './attack-plan.ts'
import { closeWaitAt, heldAt, parseSockets } from './sockets.ts'

const head = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode'
const row = (local: string, remote: string, state: string) =>
  `   0: ${local} ${remote} ${state} 00000000:00000000 00:00000000 00000000     0        0 1 1 0 100 0 0 10 0`
const rows = parseSockets(
  [
    head,
    row('0100007F:20FB', '00000000:0000', '0A'),
    row('0100007F:20FB', '050A007F:8001', '01'),
    row('0100007F:20FB', '060A007F:8002', '08'),
    row('0100007F:20FB', '070A007F:8003', '06'),
    row('0100007F:20FB', '01C8007F:8004', '01'),
    row('0100007F:20FC', '050A007F:8005', '08'),
    row('0000000000000000FFFF00000100007F:20FB', '0000000000000000FFFF0000080A007F:8006', '01'),
    '',
  ].join('\n'),
)

test('counts connections with attackers that the server still holds, over IPv4 and IPv6', () => {
  expect(heldAt(rows, 0x20fb, isAttacking)).toBe(3)
  expect(heldAt(rows, 0x20fb, () => true)).toBe(4)
})

test('counts connections in CLOSE-WAIT by port', () => {
  expect(closeWaitAt(rows, 0x20fb)).toBe(1)
  expect(closeWaitAt(rows, 0x20fc)).toBe(1)
  expect(closeWaitAt(rows, 1)).toBe(0)
})
