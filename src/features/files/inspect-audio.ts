/** Checks that a file is audio of its type, by its structure. Large files are not read completely. */
/** Reads a range of the file; `end` is exclusive. Fewer bytes at the end of the file. */
export type ReadRange = (start: number, end: number) => Promise<Buffer>;

const INCOMPLETE = 'it is incomplete';
/** An Ogg page has at most 65,307 bytes. */
const MAX_PAGE = 65_307;
const OGG_CODECS = ['OpusHead', '\x01vorbis', '\x7fFLAC', 'Speex   '];
/** Cover images are part of the metadata. */
const MAX_METADATA = 32 * 1024 * 1024;

/** Returns what is wrong with an audio file of this type, undefined for nothing. */
export async function findAudioFault(mediaType: string, bytes: number, read: ReadRange): Promise<string | undefined> {
  switch (mediaType) {
    case 'audio/mpeg':
      return findMp3Fault(read);
    case 'audio/mp4':
      return findMp4Fault(bytes, read);
    case 'audio/ogg':
      return findOggFault(bytes, read);
    case 'audio/wav': {
      const head = await read(0, 64 * 1024);
      const end = head.length < 12 ? 0 : 8 + head.readUInt32LE(4);
      if (!head.includes('fmt ')) return 'it has no audio format';
      return end === bytes || end + 1 === bytes ? undefined : 'its length differs from what it states';
    }
    default: {
      const head = await read(0, 8);
      return head.length === 8 && (head.readUInt8(4) & 0x7f) === 0 && head.readUIntBE(5, 3) === 34 ? undefined : 'its header is damaged';
    }
  }
}

/** Two frames in a row, after the ID3 tag if there is one. */
async function findMp3Fault(read: ReadRange): Promise<string | undefined> {
  const head = await read(0, 10);
  const isTagged = head.toString('latin1', 0, 3) === 'ID3';
  let start = 0;
  if (isTagged) {
    const size = [6, 7, 8, 9].map((at) => head[at] ?? 0x80);
    if (size.some((each) => each > 0x7f)) return 'its ID3 tag is damaged';
    start = 10 + size.reduce((sum, each) => sum * 128 + each, 0);
  }
  const data = await read(start, start + 16_384);
  // Taggers leave zeros after the tag.
  let at = 0;
  while (isTagged && data[at] === 0) at += 1;
  const length = frameLength(data, at);
  return length > 0 && frameLength(data, at + length) > 0 ? undefined : 'no MP3 audio was found';
}

const BITRATES: Readonly<Record<string, readonly number[]>> = {
  '1.3': [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  '2.3': [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const SAMPLE_RATES = [44_100, 48_000, 32_000];

/** Returns the length of the frame of layer III at a position, 0 if there is none. */
function frameLength(data: Buffer, at: number): number {
  if (at + 4 > data.length || data[at] !== 0xff) return 0;
  const [second = 0, third = 0] = [data[at + 1], data[at + 2]];
  const version = (second >> 3) & 3;
  if ((second & 0xe6) !== 0xe2 || version === 1) return 0;
  const isFirst = version === 3;
  const bitrate = BITRATES[isFirst ? '1.3' : '2.3']?.[(third >> 4) - 1];
  const rate = SAMPLE_RATES[(third >> 2) & 3];
  if (bitrate === undefined || rate === undefined) return 0;
  const sampleRate = isFirst ? rate : version === 2 ? rate / 2 : rate / 4;
  return Math.floor(((isFirst ? 144 : 72) * bitrate * 1000) / sampleRate) + ((third >> 1) & 1);
}

/** Boxes up to the end, with a description of audio and no video. */
async function findMp4Fault(bytes: number, read: ReadRange): Promise<string | undefined> {
  let description: Buffer | undefined;
  for (let at = 0, boxes = 0; at < bytes; boxes += 1) {
    const head = await read(at, at + 16);
    if (boxes > 1000 || head.length < 8) return INCOMPLETE;
    const name = head.toString('latin1', 4, 8);
    const short = head.readUInt32BE(0);
    const size = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short;
    if (!/^[\x20-\x7e\xa9]{4}$/.test(name) || size < 8 || at + size > bytes) return INCOMPLETE;
    if (name === 'moov') {
      if (size > MAX_METADATA) return 'its metadata is too large';
      description = await read(at, at + size);
    }
    at += size;
  }
  if (description === undefined || !description.includes('soun')) return 'it has no audio';
  return /hdlr[\s\S]{8}vide/.test(description.toString('latin1')) ? 'it is a video' : undefined;
}

async function findOggFault(bytes: number, read: ReadRange): Promise<string | undefined> {
  const first = await read(0, 512);
  if (!OGG_CODECS.some((codec) => first.includes(codec, 0, 'latin1'))) return 'it has no Opus, Vorbis, FLAC or Speex audio';
  const tail = await read(Math.max(0, bytes - MAX_PAGE), bytes);
  // The last page ends with the file: a header of 27 bytes, the sizes of its segments, and these.
  for (let at = tail.lastIndexOf('OggS'); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf('OggS', at - 1)) {
    const segments = tail[at + 26] ?? 0;
    const sizes = tail.subarray(at + 27, at + 27 + segments);
    if (sizes.length === segments && at + 27 + segments + sizes.reduce((sum, each) => sum + each, 0) === tail.length) return undefined;
  }
  return 'its end is damaged or followed by other data';
}
