/** As in the operator's guide: TLS passthrough with the PROXY protocol v2, and health checks. */
export function haproxyConfig(doors: ReadonlyArray<{ name: string; port: number; target: number }>): string {
  const sections = doors.map(
    ({ name, port, target }) => `frontend ${name}
  bind 127.0.0.1:${port}
  default_backend ${name}
backend ${name}
  server appliance 127.0.0.1:${target} send-proxy-v2 check inter 200ms
`,
  )
  return `defaults
  mode tcp
  maxconn 2000
  timeout connect 5s
  timeout client 150s
  timeout server 150s

${sections.join('\n')}`
}

/** As in the operator's guide, but without its own TLS. */
export function nginxConfig(port: number, target: number): string {
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
  client_max_body_size 1m;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://127.0.0.1:${target};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_buffering off;
    }
  }
}
`
}
