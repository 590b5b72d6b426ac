import type { ReactNode } from 'react'

/** Drawn here with one stroke width, so that no icon font or library is needed. */
const shapes = {
  overview: <path d="M4 13h6V4H4zm10 7h6V4h-6zM4 20h6v-4H4z" />,
  alerts: <path d="M12 4 3.5 19h17zM12 10v4m0 2.6v.1" />,
  clusters: (
    <>
      <circle cx="12" cy="12" r="3" />
      <circle cx="5" cy="6" r="2" />
      <circle cx="19" cy="6" r="2" />
      <circle cx="6" cy="19" r="2" />
      <path d="m6.6 7.3 3 2.5m7.8-2.5-3 2.5m-4.6 4.6-2.6 3.1" />
    </>
  ),
  search: (
    <>
      <circle cx="11" cy="11" r="6.5" />
      <path d="m16 16 4.5 4.5" />
    </>
  ),
  clock: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7.5V12l3 2" />
    </>
  ),
  refresh: <path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.4M20 4.5v4.9h-4.9" />,
  earlier: <path d="m14.5 6-6 6 6 6" />,
  later: <path d="m9.5 6 6 6-6 6" />,
  wider: (
    <>
      <circle cx="11" cy="11" r="6.5" />
      <path d="m16 16 4.5 4.5M8 11h6" />
    </>
  ),
  close: <path d="m6 6 12 12M18 6 6 18" />,
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  down: <path d="m6 9.5 6 6 6-6" />,
  right: <path d="m9.5 6 6 6-6 6" />,
  user: (
    <>
      <circle cx="12" cy="8.5" r="3.8" />
      <path d="M4.5 20c1-4 4-5.7 7.5-5.7s6.5 1.7 7.5 5.7" />
    </>
  ),
  columns: <path d="M4.5 5h15v14h-15zm5 0v14m5-14v14" />,
  download: <path d="M12 4v11m0 0-4.5-4.5M12 15l4.5-4.5M5 19.5h14" />,
  copy: <path d="M9 9h10.5v10.5H9zM15 9V4.5H4.5V15H9" />,
  live: (
    <>
      <circle cx="12" cy="12" r="2.5" />
      <path d="M7.5 16.5a6.4 6.4 0 0 1 0-9m9 9a6.4 6.4 0 0 0 0-9M4.7 19.3a10.3 10.3 0 0 1 0-14.6m14.6 14.6a10.3 10.3 0 0 0 0-14.6" />
    </>
  ),
  pause: <path d="M8.5 5v14m7-14v14" />,
  help: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M9.5 9.5a2.6 2.6 0 1 1 3.6 2.4c-.8.4-1.1.9-1.1 1.8m0 2.7v.1" />
    </>
  ),
  command: (
    <path d="M9 9h6v6H9zm0 0H6.7A2.7 2.7 0 1 1 9 6.7zm6 0V6.7A2.7 2.7 0 1 1 17.3 9zm0 6h2.3a2.7 2.7 0 1 1-2.3 2.3zm-6 0v2.3A2.7 2.7 0 1 1 6.7 15z" />
  ),
  note: <path d="M5 4.5h14v10.5l-4.5 4.5H5zm14 10.5h-4.5v4.5M8.5 9h7m-7 3.5h4" />,
  tag: <path d="M4.5 4.5h7l8 8-7 7-8-8zm4 4v.1" />,
  filter: <path d="M4 5.5h16l-6.3 7.3v5.7l-3.4-2v-3.7z" />,
  out: <path d="M14 4.5h5.5V10m0-5.5L11 13M17.5 14v5.5h-13v-13H10" />,
  warning: <path d="M12 4 3.5 19h17zM12 10v4m0 2.6v.1" />,
  play: <path d="M8 5.5v13l10.5-6.5z" />,
  deadLetters: <path d="M3.5 6h17v12.5h-17zm0 .5 8.5 7 8.5-7" />,
  probes: (
    <>
      <circle cx="12" cy="12" r="2" />
      <path d="M12 14v6.5m-4.2-4.3a6 6 0 1 1 8.4 0M5 19a9.8 9.8 0 1 1 14 0" />
    </>
  ),
  exports: <path d="M4.5 12h11m0 0-4-4m4 4-4 4M13 4.5h6.5v15H13" />,
  users: (
    <>
      <circle cx="9" cy="9" r="3.3" />
      <path d="M3 19.5c.8-3.6 3.2-5 6-5s5.2 1.4 6 5M15.5 6a3.3 3.3 0 0 1 0 6.200M17.5 14.800c1.9.7 3.1 2.2 3.5 4.7" />
    </>
  ),
  key: (
    <>
      <circle cx="8" cy="15.5" r="4" />
      <path d="m11 12.5 8.5-8.500m-3.5 3.5 2.8 2.800M13.5 10l2 2" />
    </>
  ),
  settings: <path d="M4 7h9m4 0h3M4 17h3m4 0h9M13 4.500v5h4v-5zM7 14.500v5h4v-5z" />,
  health: <path d="M3.5 12h4l2.5-6.5 4 13 2.5-6.500h4" />,
  audit: <path d="M6 4h12v16H6zm3 4.500h6M9 12h6m-6 3.500h3.5" />,
  policy: <path d="M12 4v16M6.5 8h11M6.5 8 4 14.500h5zm11 0L15 14.500h5zM8.5 20h7" />,
  more: (
    <>
      <circle cx="5" cy="12" r="1" />
      <circle cx="12" cy="12" r="1" />
      <circle cx="19" cy="12" r="1" />
    </>
  ),
  plus: <path d="M12 5v14M5 12h14" />,
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof shapes

/** A small icon next to a text. It has no label: add one where the icon stands alone. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {shapes[name]}
    </svg>
  )
}
