import { alertSession } from './detections/alert.ts'
import { powershellSession, shellcodeSession } from './detections/code.ts'
import { verdictEvent } from './detections/malware.ts'
import { type Frame, instantOf, lateBy } from './frame.ts'
import type { Detection, Mix } from './mix.ts'
import { createRandom, type Random } from './random.ts'
import { threatDownload } from './sessions/web.ts'
import { createSite } from './site.ts'
import type { Session, Stage, Transfer } from './stage.ts'
import type { WireEvent } from './wire-event.ts'

/**
 * Events are generated in blocks of this size. Flows stay within one block, so any block can be generated on its own.
 */
export const BLOCK_EVENTS = 500
/** Verdicts come some positions after their file. */
const FIRST_VERDICT_PLACE = 25

const DETECTION_SESSIONS: Record<Exclude<Detection, 'malware'>, Session> = {
  alert: alertSession,
  shellcode: shellcodeSession,
  powershell: powershellSession,
}

/** Generates the events of one block of a probe: the same arguments always give the same events. */
export function makeBlock(frame: Frame, mix: Mix, probe: number, block: number): WireEvent[] {
  const random = createRandom(frame.seed, probe, block)
  const site = createSite(probe, random)
  const detections = planDetections(frame, mix, random, block)
  let verdictsToCome = detections.filter((each) => each === 'malware').length

  const events: WireEvent[] = []
  const later: WireEvent[][] = []
  const ready: WireEvent[] = []
  const threats: Transfer[] = []
  const stage: Stage = {
    random,
    site,
    now: 0,
    isAlerted: false,
    position: 0,
    emit(kind, delay, build) {
      if (!mix.wants(kind)) return
      if (delay === 0) ready.push(build())
      else (later[events.length + delay] ??= []).push(build())
    },
    analyse(transfer) {
      if (transfer.file.threats.length > 0) threats.push(transfer)
      else stage.emit('malware', 10 + random.int(60), () => verdictEvent(stage, transfer))
    },
  }
  function play(session: Session, isAlerted: boolean): void {
    stage.position = block * BLOCK_EVENTS + events.length
    stage.now = instantOf(frame, stage.position)
    if (random.chance(frame.late)) stage.now -= lateBy(random.unit())
    stage.isAlerted = isAlerted
    session(stage)
  }

  function due(place: number): WireEvent[] {
    const found = later[place] ?? []
    if (found.length > 0) later[place] = []
    return found
  }

  while (events.length < BLOCK_EVENTS) {
    const detection = detections[events.length]
    if (detection === 'malware') {
      if (threats.length === 0) play(threatDownload, true)
      verdictsToCome--
      events.push(verdictEvent(stage, threats.shift() as Transfer))
      continue
    }
    if (detection) {
      // The detection's own events go first: the plan says what this position holds.
      const waiting = ready.splice(0)
      play(DETECTION_SESSIONS[detection], true)
      events.push(ready.shift() as WireEvent)
      ready.push(...waiting)
      continue
    }
    ready.push(...due(events.length))
    if (ready.length === 0) play(threats.length < verdictsToCome ? threatDownload : mix.ordinary(random.unit()), false)
    // If all events of the session are delayed, take the earliest one now: there is nothing else to wait for.
    for (let place = events.length + 1; ready.length === 0 && place < later.length; place++) ready.push(...due(place))
    const next = ready.shift()
    if (next) events.push(next)
  }
  return events
}

/** Which positions of the block hold alerts. The number is exact over blocks; the positions are random. */
function planDetections({ alertShare }: Frame, mix: Mix, random: Random, block: number): Array<Detection | undefined> {
  const plan: Array<Detection | undefined> = Array.from({ length: BLOCK_EVENTS })
  if (mix.isAlertsOnly) return plan.map(() => mix.detection(random.unit()))

  const before = Math.floor(block * BLOCK_EVENTS * alertShare)
  const count = Math.floor((block + 1) * BLOCK_EVENTS * alertShare) - before
  for (let placed = 0; placed < count; ) {
    const kind = mix.detection(random.unit())
    if (!kind) return plan
    const first = kind === 'malware' && count < BLOCK_EVENTS / 2 ? FIRST_VERDICT_PLACE : 0
    const place = random.between(first, BLOCK_EVENTS - 1)
    if (plan[place]) continue
    plan[place] = kind
    placed++
  }
  return plan
}
