import { execFileSync } from 'node:child_process'

/** Builds the agent's executable as shipped. */
export function buildAgent(): void {
  execFileSync('pnpm', ['build:probe'], { stdio: 'inherit' })
}
