import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const temporaryFiles = 'packages/testkit/src/temporary-files.ts'

/** Against hanging, not against a busy machine. */
const expect = { poll: { timeout: 10_000 } }

/** Vitest would leave one core free, which is half of a small machine. */
const cores = availableParallelism()
/** Tests on servers wait for most of their time. */
const workersOnServers = cores + 2

/**
 * Three rings: unit touches nothing, int touches one real server, flow runs the whole path. Components of the pages are
 * part of the unit ring, in a project of their own, since they need a document.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{apps,packages,scripts}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.int.test.ts', '**/*.flow.test.ts'],
          globalSetup: [temporaryFiles],
          // Files share what they import: importing it for each of them took most of the time.
          isolate: false,
          maxWorkers: cores,
          testTimeout: 20_000,
          expect,
        },
      },
      {
        test: {
          name: 'dom',
          include: ['apps/web/src/**/*.test.tsx'],
          environment: 'happy-dom',
          maxWorkers: cores,
          testTimeout: 20_000,
          expect,
        },
      },
      {
        test: {
          name: 'int',
          include: ['{apps,packages,scripts}/**/*.int.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: [temporaryFiles, 'packages/testkit/src/services.ts'],
          isolate: false,
          maxWorkers: workersOnServers,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          expect,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'flow',
          include: ['apps/*/test/*.flow.test.ts'],
          globalSetup: [temporaryFiles, 'packages/testkit/src/services.ts'],
          maxWorkers: workersOnServers,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          expect,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
