import { serviceNames } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import { forbiddenInEngine } from '../engine/engine-trial.ts'
import { forbiddenInLog } from './log-trial.ts'
import { forbiddenInStore } from './store-trial.ts'

test.each(serviceNames)('lists at least 20 forbidden operations of %s on each server', (service) => {
  expect(forbiddenInStore(service).length).toBeGreaterThanOrEqual(20)
  expect(forbiddenInEngine(service).length).toBeGreaterThanOrEqual(20)
  expect(forbiddenInLog(service).length).toBeGreaterThanOrEqual(20)
})
