/** Connections to the database, with failover among the hosts of the URL. */
import pg from 'pg';
import { databaseReason, StandbyError, StartError } from '#src/platform/start-errors.ts';

const PROBE_TIMEOUT_MS = 1_500;
/** A failed search is not repeated before, so that requests during an outage do not flood the standbys with connections. */
const RETRY_MS = 250;

/** Values of `target_session_attrs`, as libpq defines them. */
const REQUIREMENTS = ['read-write', 'primary', 'any'] as const;
/** Those of a replica. `prefer-standby` is the same as `standby`, because pages are otherwise read with the connections to the primary. */
const REPLICA_REQUIREMENTS = ['standby', 'prefer-standby', 'any'] as const;
type Requirement = (typeof REQUIREMENTS | typeof REPLICA_REQUIREMENTS)[number];

type Server = { url: string; host: string; port: number; clients: Set<DatabaseClient> };
/** The servers of one URL; shared by all connections of this process. */
type Cluster = {
  servers: Server[];
  requirement: Requirement;
  /** Where new connections lead, until one to it fails. */
  primary?: Server | undefined;
  search?: Promise<Server> | undefined;
};

const clusters = new Map<string, Cluster>();

/** Returns why the URL is invalid, to follow the name of the setting; undefined for a valid one. `isReplica`: it leads to standbys. */
export function databaseUrlProblem(text: string, { isReplica = false } = {}): string | undefined {
  const urls = splitHosts(text).map((url) => URL.parse(url));
  const params = urls[0]?.searchParams;
  const host = params?.get('host') ?? '';
  const hasHosts = urls.length === 1 ? !host.includes(',') : host === '' && urls.every((url) => url?.hostname !== '');
  if (params === undefined || urls.includes(null) || !hasHosts)
    return 'must look like postgresql://user:password@host:5432/name; several hosts are separated by commas';
  const given = params.get('target_session_attrs');
  const allowed: readonly string[] = isReplica ? REPLICA_REQUIREMENTS : REQUIREMENTS;
  if (given !== null && !allowed.includes(given))
    return `must have ${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)} as target_session_attrs`;
  return undefined;
}

/** Adds the default `target_session_attrs` of a replica to a valid URL. */
export function requireStandby(url: string): string {
  const given = URL.parse(splitHosts(url)[0] ?? url)?.searchParams.has('target_session_attrs');
  return given ? url : `${url}${url.includes('?') ? '&' : '?'}target_session_attrs=standby`;
}

const HOSTS = /^(?<start>postgres(?:ql)?:\/\/(?:[^/?#]*@)?)(?<hosts>[^/?#]*)(?<end>.*)$/;

/** Returns one URL for each host of a database URL; none for other URLs. */
function splitHosts(text: string): string[] {
  const { start = '', hosts, end = '' } = HOSTS.exec(text)?.groups ?? {};
  return hosts?.split(',').map((host) => start + host + end) ?? [];
}

function clusterOf(url: string): Cluster {
  const opened = clusters.get(url);
  if (opened !== undefined) return opened;
  const servers = splitHosts(url).map((each) => {
    const { host, port } = new pg.Client({ connectionString: each });
    return { url: each, host, port, clients: new Set<DatabaseClient>() };
  });
  const given = new URL(servers[0]?.url ?? url).searchParams.get('target_session_attrs');
  const known = [...REQUIREMENTS, ...REPLICA_REQUIREMENTS].find((name) => name === given);
  const requirement = known ?? (servers.length > 1 ? 'read-write' : 'any');
  const cluster: Cluster = { servers, requirement };
  clusters.set(url, cluster);
  return cluster;
}

type OnConnect = (error: Error | null, client?: pg.Client) => void;

/**
 * A connection to the host of a database URL or, with several hosts or `target_session_attrs`, to one that meets the requirement. When a
 * failover is found, connections to servers that no longer meet it are closed, because they would read outdated data.
 */
export class DatabaseClient extends pg.Client {
  readonly #cluster: Cluster;
  #server: Server | undefined;

  constructor(config: pg.ClientConfig = {}) {
    const cluster = clusterOf(config.connectionString ?? '');
    super({ ...config, connectionString: cluster.servers[0]?.url ?? config.connectionString });
    this.#cluster = cluster;
    // A lost connection also fails its queries, which report it.
    this.on('error', () => this.markLost());
    this.on('end', () => this.#server?.clients.delete(this));
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: OnConnect): void;
  override connect(callback?: OnConnect): unknown {
    const { servers, requirement } = this.#cluster;
    if (servers.length === 1 && requirement === 'any') return callback ? super.connect(callback) : super.connect();
    const opening = this.#open();
    if (callback === undefined) return opening;
    return opening.then(
      (client) => callback(null, client),
      (error: Error) => callback(error),
    );
  }

  async #open(): Promise<pg.Client> {
    const server = this.#cluster.primary ?? (await findPrimary(this.#cluster));
    // Closed in the meantime, for example by the timeout of the pool.
    if (this.connection.stream.destroyed || (this as unknown as { _ending: boolean })._ending) throw new Error('Connection terminated');
    this.#server = server;
    this.host = server.host;
    this.port = server.port;
    server.clients.add(this);
    try {
      await super.connect();
      await this.check();
      return this;
    } catch (error) {
      this.markLost();
      this.end().catch(() => {});
      this.connection.stream.destroy();
      throw error;
    }
  }

  /** Resolves when the server responds and meets the requirement. @throws StandbyError when it does not meet it */
  async check(): Promise<void> {
    await checkRequirement(this, this.#cluster.requirement);
  }

  /** Makes the next connection search for the primary. Call it when an error says that the server is gone or read-only. */
  markLost(): void {
    if (this.#cluster.primary === this.#server) this.#cluster.primary = undefined;
  }
}

/** Searches once for concurrent connections. @throws StandbyError when no server meets the requirement */
function findPrimary(cluster: Cluster): Promise<Server> {
  const search = async () => {
    const probes = cluster.servers.map((server) => probe(server, cluster.requirement));
    try {
      cluster.primary = await Promise.any(probes);
    } catch (error) {
      setTimeout(() => {
        cluster.search = undefined;
      }, RETRY_MS).unref();
      throw noServerError(cluster, (error as AggregateError).errors);
    }
    cluster.search = undefined;
    // Not while there is no other primary: a server that only lacks connections would lose those that work.
    for (const [at, each] of probes.entries()) {
      const server = cluster.servers[at];
      each.catch(() => server !== cluster.primary && dropClients(server));
    }
    return cluster.primary;
  };
  cluster.search ??= search();
  return cluster.search;
}

/** Running queries fail. */
function dropClients(server: Server | undefined): void {
  for (const { connection } of server?.clients ?? [])
    connection.stream.destroy(new Error('Connection terminated: the server no longer meets target_session_attrs'));
}

async function probe(server: Server, requirement: Requirement): Promise<Server> {
  const limits = { connectionTimeoutMillis: PROBE_TIMEOUT_MS, query_timeout: PROBE_TIMEOUT_MS };
  const client = new pg.Client({ connectionString: server.url, application_name: 'talewood probe', ...limits });
  client.on('error', () => {});
  try {
    await client.connect();
    await checkRequirement(client, requirement);
    return server;
  } finally {
    client.end().catch(() => {});
  }
}

async function checkRequirement(client: pg.Client, requirement: Requirement): Promise<void> {
  const { rows } = await client.query<{ is_standby: boolean; is_read_only: string }>(
    "select pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') as is_read_only",
  );
  const isStandby = rows[0]?.is_standby === true;
  if (isOfReplica(requirement)) {
    if (!isStandby) throw new StartError(`The server ${client.host} of DATABASE_REPLICA_URL is not a standby.`);
  } else if ((requirement !== 'any' && isStandby) || (requirement === 'read-write' && rows[0]?.is_read_only === 'on'))
    throw new StandbyError(`The database server ${client.host} is ${isStandby ? 'a read-only standby' : 'read-only'}.`);
}

function isOfReplica(requirement: Requirement): boolean {
  return requirement === 'standby' || requirement === 'prefer-standby';
}

function noServerError({ servers, requirement }: Cluster, errors: unknown[]): StandbyError {
  const reasonOf = (error: unknown) => databaseReason(error) ?? (error instanceof StartError ? 'not a standby' : 'unknown error');
  const reasons = servers.map(({ url }, at) => `${new URL(url).host}: ${reasonOf(errors[at])}`);
  const which = isOfReplica(requirement) ? 'server of DATABASE_REPLICA_URL' : 'database server';
  return new StandbyError(`No ${which} can be used (${reasons.join('; ')}).`);
}

/** Opens one connection without a statement timeout, for bulk work. `name`: its application_name. The caller ends it. */
export async function openClient(url: string, name: string): Promise<pg.Client> {
  const client = new DatabaseClient({ connectionString: url, application_name: name, connectionTimeoutMillis: 10_000, keepAlive: true });
  await client.connect();
  return client;
}
