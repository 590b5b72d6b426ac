import 'react'

declare module 'react' {
  // Custom properties are set like any other style.
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}
