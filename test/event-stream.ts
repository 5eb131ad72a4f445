/** Reads server-sent events of an answer, as a browser would. */

export type Events = {
  /** The data of the next event of that name for which `fits`; others are passed over. Rejects when the stream ends first. */
  next(name: string, fits?: (data: never) => boolean): Promise<unknown>;
  /** Resolves when the other side has ended the stream. */
  ended: Promise<void>;
  /** Ends it from this side. */
  leave(): Promise<void>;
};

type Heard = { name: string; data: never };

export function readEvents(answer: Response): Events {
  if (answer.body === null || answer.headers.get('content-type') !== 'text/event-stream')
    throw new Error(`No events, but ${answer.status} ${answer.headers.get('content-type')}`);
  const reader = answer.body.getReader();
  const heard: Heard[] = [];
  let isEnded = false;
  let wake = (): void => {};
  const ended = (async () => {
    const decoder = new TextDecoder();
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const blocks = (text + decoder.decode(part.value, { stream: true })).split('\n\n');
      text = blocks.pop() ?? '';
      heard.push(...blocks.flatMap(parse));
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
    leave: () => reader.cancel(),
    async next(name, fits = () => true) {
      for (;;) {
        const at = heard.findIndex((one) => one.name === name && fits(one.data));
        if (at >= 0) return heard.splice(0, at + 1).at(-1)?.data;
        if (isEnded) throw new Error(`The stream has ended without ${name}.`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

function parse(block: string): Heard[] {
  const [, name = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
  return name === '' ? [] : [{ name, data: JSON.parse(data) as never }];
}
