import type { Command } from 'commander'

type Say = (line: string) => void

/** `watchpost probe …`; `wholeNumber` parses a number argument. */
export function addProbeCommands(program: Command, wholeNumber: (text: string) => number, say: Say): void {
  const probe = program.command('probe').description('probes of this appliance')
  const load = () => import('./commands/probes.ts')

  probe
    .command('list')
    .description('show the probes')
    .action(async () => (await load()).listProbes(say))
  probe
    .command('show')
    .description('show one probe with its certificates and alarms')
    .argument('<number>', 'the probe', wholeNumber)
    .action(async (id: number) => (await load()).showProbe(id, say))
  probe
    .command('clear-clone-alarm')
    .description('clear the clone alarms of a probe that moved')
    .argument('<number>', 'the probe', wholeNumber)
    .option('--expect-networks', 'its networks are all its own: count them as one from now on')
    .action(async (id: number, { expectNetworks }: { expectNetworks?: boolean }) =>
      (await load()).clearCloneAlarms(id, expectNetworks ?? false, say),
    )
  probe
    .command('create')
    .description('add a probe and show the command that pairs it')
    .argument('<fqdn>', 'its full name')
    .option('--id <number>', 'its number; the next free one when left out', wholeNumber)
    .option('--from <network>', 'the address or network from which the code may be used')
    .action(async (fqdn: string, { id, from }: { id?: number; from?: string }) =>
      (await load()).createProbe({ fqdn, id, sourceNetwork: from }, say),
    )
  probe
    .command('pair')
    .description('show a new code for a probe; when it is used, its old certificates end')
    .argument('<number>', 'the probe', wholeNumber)
    .option('--from <network>', 'the address or network from which the code may be used')
    .action(async (id: number, { from }: { from?: string }) => (await load()).pairProbe(id, from, say))
  probe
    .command('revoke')
    .description('end every certificate and code of a probe, and its connections')
    .argument('<number>', 'the probe', wholeNumber)
    .action(async (id: number) => (await load()).revokeProbe(id, say))
  probe
    .command('pause')
    .description('take no events of a probe; it keeps them')
    .argument('<number>', 'the probe', wholeNumber)
    .action(async (id: number) => (await load()).pauseProbe(id, true, say))
  probe
    .command('resume')
    .description('take the events of a probe again')
    .argument('<number>', 'the probe', wholeNumber)
    .action(async (id: number) => (await load()).pauseProbe(id, false, say))
  probe
    .command('delete')
    .description('remove a probe; events that it sent stay')
    .argument('<number>', 'the probe', wholeNumber)
    .action(async (id: number) => (await load()).deleteProbe(id, say))
  probe
    .command('add')
    .description('for development: add probes with certificates for a year, which are written to a folder')
    .option('--count <number>', 'the probes 1 to this number, as probe-01.example.test …', wholeNumber)
    .option('--id <number>', 'one probe, by its number', wholeNumber)
    .option('--fqdn <name>', 'and its name')
    .requiredOption('--out <folder>', 'where <id>.pem and <id>-key.pem go')
    .action(async (options: { count?: number; id?: number; fqdn?: string; out: string }, command: Command) => {
      const { count, id, fqdn, out } = options
      if ((count === undefined) === (id === undefined || !fqdn)) {
        command.error('give either --count, or --id and --fqdn')
      }
      const { addProbes, fleetOf } = await import('./commands/probe-add.ts')
      const probes = count === undefined ? [{ id: id ?? 0, fqdn: fqdn ?? '' }] : fleetOf(count)
      const { issued, kept } = await addProbes(probes, out)
      say(`${probes.length} probe(s) in ${out}: ${issued} certificate(s) issued, ${kept} kept`)
    })
}
