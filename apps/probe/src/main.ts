import { stopSignal } from '@watchpost/runtime'
import { type Commands, probeCommand } from './command-line.ts'
import { composeProbe, readProbeFileIn, SetupError } from './compose.ts'
import { createDisk, readIfThere } from './disk/disk.ts'
import { becomeOwner } from './enrol/become-owner.ts'
import { enrol } from './enrol/enrol.ts'
import { stateFolder } from './enrol/state-folder.ts'
import { describeStatus, type StatusFile } from './health/status.ts'

const GRACE_MS = 30_000

/** Exit codes: 0 done, 1 refused, 2 usage, 3 not reachable. */
const commands: Commands = {
  async enrol({ eve, ...options }) {
    becomeOwner(options.state)
    const enrolled = await enrol({ ...options, eveFile: eve }, createDisk())
    if (enrolled.kind === 'enrolled') {
      const { id, fqdn } = enrolled.probe
      console.log(
        `Enrolled as probe ${id} (${fqdn}). The certificate is good until ${enrolled.notAfter.toISOString()}.`,
      )
      return
    }
    console.error(`${enrolled.kind === 'refused' ? 'Refused' : 'Not reachable'}: ${enrolled.reason}`)
    process.exitCode = enrolled.kind === 'refused' ? 1 : 3
  },
  async run(request) {
    const probe = await composeProbe(request, stopSignal(GRACE_MS))
    await probe.run()
  },
  async status({ state }) {
    const probe = await readProbeFileIn(state)
    const text = await readIfThere(stateFolder(state).status)
    const status = text === undefined ? undefined : (JSON.parse(text) as StatusFile)
    const { lines, exitCode } = describeStatus(probe, status, Date.now())
    for (const line of lines) console.log(line)
    process.exitCode = exitCode
  },
}

// A promise, not a top-level await: the executable is one CommonJS file.
probeCommand(commands)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parseAsync()
  .catch((error: unknown) => {
    if (!(error instanceof SetupError)) throw error
    console.error(error.message)
    process.exitCode = 1
  })
