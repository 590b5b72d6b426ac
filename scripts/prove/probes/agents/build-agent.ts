import { execFileSync } from 'node:child_process'

/** Makes the agent's executable, as it is shipped. */
export function buildAgent(): void {
  execFileSync('pnpm', ['build:probe'], { stdio: 'inherit' })
}
