import { expect, test } from 'vitest'
import { refuseCrossSite } from './cross-site.ts'

const custom = { 'x-requested-with': 'watchpost' }

test.each([
  ['GET', {}],
  ['GET', { 'sec-fetch-site': 'same-origin' }],
  ['GET', { 'sec-fetch-site': 'none' }],
  ['POST', custom],
  ['DELETE', { ...custom, 'sec-fetch-site': 'same-origin' }],
  ['GET', { host: 'watchpost.example:8443', origin: 'https://watchpost.example:8443' }],
  ['POST', { ...custom, host: 'WATCHPOST.example', origin: 'https://watchpost.example' }],
  ['POST', { ...custom, host: '[::1]:8443', origin: 'https://[::1]:8443', 'sec-fetch-site': 'same-origin' }],
])('accepts %s with %j', (method, headers) => {
  expect(() => refuseCrossSite({ method, headers })).not.toThrow()
})

test.each([
  ['GET', { 'sec-fetch-site': 'cross-site' }],
  ['GET', { 'sec-fetch-site': 'same-site' }],
  ['POST', {}],
  ['PATCH', { 'x-requested-with': '' }],
  ['POST', { 'sec-fetch-site': 'same-origin' }],
  ['POST', { ...custom, 'sec-fetch-site': 'cross-site' }],
  ['POST', { ...custom, 'sec-fetch-site': 'none' }],
  ['DELETE', { ...custom, 'sec-fetch-site': 'same-origin, same-origin' }],
  ['GET', { host: 'watchpost.example', origin: 'https://evil.example' }],
  ['POST', { ...custom, host: 'watchpost.example', origin: 'https://evil.example' }],
  ['POST', { ...custom, host: 'watchpost.example', origin: 'https://watchpost.example.evil.example' }],
  ['POST', { ...custom, host: 'watchpost.example:8443', origin: 'https://watchpost.example:9443' }],
  ['POST', { ...custom, host: 'watchpost.example', origin: 'https://watchpost.example, https://evil.example' }],
  ['POST', { ...custom, host: 'watchpost.example', origin: 'null' }],
  ['POST', { ...custom, origin: 'https://watchpost.example' }],
])('rejects %s with %j', (method, headers) => {
  expect(() => refuseCrossSite({ method, headers })).toThrow(expect.objectContaining({ code: 'cross-site-request' }))
})
