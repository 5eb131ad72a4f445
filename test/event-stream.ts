/** Reads server-sent events of a response. */

export type Events = {
  /** Returns the data of the next event with this name that matches; skips others. Rejects if the stream ends first. */
  next(name: string, matches?: (data: never) => boolean): Promise<unknown>;
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>;
  /** Closes the stream. */
  close(): Promise<void>;
};

type ReceivedEvent = { name: string; data: never };

export function readEvents(response: Response): Events {
  if (response.body === null || response.headers.get('content-type') !== 'text/event-stream')
    throw new Error(`Not an event stream: ${response.status} ${response.headers.get('content-type')}`);
  const reader = response.body.getReader();
  const received: ReceivedEvent[] = [];
  let isEnded = false;
  let wake = (): void => {};
  const ended = (async () => {
    const decoder = new TextDecoder();
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const blocks = (text + decoder.decode(part.value, { stream: true })).split('\n\n');
      text = blocks.pop() ?? '';
      received.push(...blocks.flatMap(parse));
      wake();
    }
  })()
    .catch(() => {})
    .finally(() => {
      isEnded = true;
      wake();
    });
  return {
    ended,
    close: () => reader.cancel(),
    async next(name, matches = () => true) {
      for (;;) {
        const at = received.findIndex((event) => event.name === name && matches(event.data));
        if (at >= 0) return received.splice(0, at + 1).at(-1)?.data;
        if (isEnded) throw new Error(`The stream ended before ${name}.`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

function parse(block: string): ReceivedEvent[] {
  const [, name = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
  return name === '' ? [] : [{ name, data: JSON.parse(data) as never }];
}
