import { judgeAnswer } from './judge.ts'
import type { SendRequest } from './send-request.ts'
import type { RequestRow } from './table.ts'

/** Sends rows one by one; returns those with a wrong answer. */
export async function sendRows(send: SendRequest, rows: readonly RequestRow[]): Promise<string[]> {
  const wrong: string[] = []
  for (const row of rows) {
    const fault = judgeAnswer(row, await send(row))
    if (fault) wrong.push(`${row.name}: ${fault}`)
  }
  return wrong
}
