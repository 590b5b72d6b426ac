const totals = {
  received: 1_204_411,
  indexed: 1_204_180,
  dead_lettered: 3,
  expired: 0,
  waiting: 228,
  missing: 100,
  abandoned: 20,
}

export const probeLedgerExample = {
  probe: { id: 7, fqdn: 'probe-07.example.com' },
  totals,
  streams: [
    {
      stream: '8f14e45fceea167a5a36dedd4bea2543',
      began_at: '2026-11-14T08:00:00.000Z',
      changed_at: '2026-11-14T09:12:33.412Z',
      next_sequence: 1_204_531,
      received: [
        [0, 499_999],
        [500_100, 600_000],
        [600_021, 1_204_530],
      ],
      indexed: [
        [0, 499_999],
        [500_100, 600_000],
        [600_021, 700_000],
        [700_004, 1_204_302],
      ],
      dead_lettered: [[700_001, 700_003]],
      gaps: [
        { first: 500_000, last: 500_099, count: 100, state: 'open' as const, reason: null },
        { first: 600_001, last: 600_020, count: 20, state: 'abandoned' as const, reason: 'the spool was damaged' },
      ],
      waiting: 228,
      is_truncated: false,
    },
  ],
  exports: [{ id: 1, behind: 12 }],
  is_truncated: false,
}

export const ledgerExample = {
  at: '2026-11-14T09:12:33.412Z',
  totals,
  gaps: 1,
  probes: [{ id: 7, fqdn: 'probe-07.example.com', ...totals }],
  is_truncated: false,
}
