import { readCode } from '../../guides/blocks/guide-pages.ts'

const PAGE = 'docs/guides/operator/proxies.md'

export interface Passage {
  /** Where the proxy listens, and where it leads to. */
  port: number
  target: number
}

/** The operator's guide: TLS passthrough with the PROXY protocol v2, with the ports of a proof. */
export function haproxyConfig({ api, gateway }: { api: Passage; gateway: Passage }): string {
  return withReplacements(`${readCode(PAGE, 'haproxy')}\n`, [
    ['bind :443', `bind 127.0.0.1:${api.port}`],
    ['bind :8444', `bind 127.0.0.1:${gateway.port}`],
    [/192\.0\.2\.\d+:8443/g, `127.0.0.1:${api.target}`],
    [/192\.0\.2\.\d+:8444/g, `127.0.0.1:${gateway.target}`],
    [/ check$/gm, ' check inter 200ms'],
  ])
}

/** The operator's guide: plain HTTP to the API. Certificate and key are files. */
export function nginxConfig({ port, target }: Passage, files: { certificate: string; key: string }): string {
  const server = withReplacements(readCode(PAGE, 'nginx'), [
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['/etc/ssl/watchpost.pem', files.certificate],
    ['/etc/ssl/private/watchpost.key', files.key],
    ['http://127.0.0.1:8443', `http://127.0.0.1:${target}`],
  ])
  return `daemon off;
user root;
pid nginx.pid;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path temporary;
  proxy_temp_path temporary;
  fastcgi_temp_path temporary;
  uwsgi_temp_path temporary;
  scgi_temp_path temporary;
${server}
}
`
}

function withReplacements(text: string, replacements: readonly (readonly [string | RegExp, string])[]): string {
  return replacements.reduce((now, [from, to]) => {
    const changed = now.replace(from, to)
    if (changed === now) throw new Error(`${PAGE} has no ${from}`)
    return changed
  }, text)
}
