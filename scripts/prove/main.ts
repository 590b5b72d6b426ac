import { proofs } from './proofs.ts'
import { readCommand } from './command/read-command.ts'
import { shareServers } from './harness/stack/proof-stack.ts'

const command = readCommand(process.argv.slice(2), proofs)
switch (command.kind) {
  case 'help':
    console.log(command.text)
    break
  case 'usage':
    console.error(command.text)
    process.exitCode = 2
    break
  case 'run':
    process.env.WATCHPOST_STACK_PORT_OFFSET ??= '1000'
    if (command.isShared) shareServers()
    await command.proof.run(command.options)
}
// Exit explicitly: Node may spin forever while it closes sockets that were reset.
process.exit()
