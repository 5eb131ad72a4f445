/** A process of its own that sends requests: options of autocannon as JSON in, its result as JSON out. */
import autocannon from 'autocannon';

const { requests, latency, errors, timeouts, duration, ...counts } = await autocannon(JSON.parse(process.argv[2] ?? '{}'));
process.stdout.write(JSON.stringify({ requests, latency, errors, timeouts, duration, ...counts }));
