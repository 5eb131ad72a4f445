/** Types of the used part of autocannon, which has none. */
declare module 'autocannon' {
  type Request = { method?: 'GET'; path: string; headers?: Record<string, string> };
  type Options = {
    url: string;
    connections: number;
    pipelining?: number;
    /** Seconds; or `amount` of requests. */
    duration?: number;
    amount?: number;
    headers?: Record<string, string>;
    requests?: Request[];
    timeout?: number;
  };
  type Result = {
    requests: { average: number; total: number };
    latency: { p50: number; p99: number };
    errors: number;
    timeouts: number;
    non2xx: number;
    duration: number;
    '2xx': number;
    '3xx': number;
    '4xx': number;
    '5xx': number;
  };
  function autocannon(options: Options): Promise<Result>;
  export = autocannon;
}
