import { contentsAt, element, elementsIn, float, joined, text, unsigned } from './ebml.ts';

/** Ids of WebM's elements that are used here (https://www.webmproject.org/docs/container/). */
const ids = {
  header: 0x1a45dfa3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  flagLacing: 0x9c,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  codecDelay: 0x56aa,
  seekPreRoll: 0x56bb,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  audio: 0xe1,
  samplingFrequency: 0xb5,
  channels: 0x9f,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
  cueClusterPosition: 0xf1,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
} as const;

const videoTrack = 1;
const audioTrack = 2;

/** One encoded frame of the picture or the sound. */
export type Packet = { ms: number; key: boolean; data: Uint8Array };

export type WebmParts = {
  width: number;
  height: number;
  seconds: number;
  /** VP9. The first is a key frame. */
  video: readonly Packet[];
  /** Opus of one channel; `head` is its identification header. */
  audio: { head: Uint8Array; packets: readonly Packet[] };
};

const track = (number: number, type: number, codec: string, ...more: readonly Uint8Array[]) =>
  element(
    ids.trackEntry,
    unsigned(ids.trackNumber, number, 1),
    unsigned(ids.trackUid, number, 1),
    unsigned(ids.trackType, type, 1),
    unsigned(ids.flagLacing, 0, 1),
    text(ids.codecId, codec),
    ...more,
  );

const tracksOf = ({ width, height, audio }: WebmParts) => {
  const preSkip = new DataView(audio.head.buffer, audio.head.byteOffset).getUint16(10, true);
  return element(
    ids.tracks,
    track(
      ...([videoTrack, 1, 'V_VP9'] as const),
      element(ids.video, unsigned(ids.pixelWidth, width, 2), unsigned(ids.pixelHeight, height, 2)),
    ),
    track(
      ...([audioTrack, 2, 'A_OPUS'] as const),
      element(ids.codecPrivate, audio.head),
      unsigned(ids.codecDelay, Math.round((preSkip / 48_000) * 1e9)),
      unsigned(ids.seekPreRoll, 80_000_000),
      element(ids.audio, float(ids.samplingFrequency, 48_000), unsigned(ids.channels, 1, 1)),
    ),
  );
};

const block = (packet: Packet, number: number, clusterMs: number) => {
  const head = new Uint8Array(4);
  head[0] = 0x80 | number;
  new DataView(head.buffer).setInt16(1, Math.round(packet.ms) - clusterMs);
  head[3] = packet.key ? 0x80 : 0;
  return element(ids.simpleBlock, head, packet.data);
};

/** `key`: it begins with a key frame of the picture, so a player can begin here. */
type Cluster = { ms: number; key: boolean; bytes: Uint8Array };

/** A block's time counts from its cluster's, in 16 bits. */
const longestClusterMs = 20_000;

/** A cluster begins with every key frame of the picture, and wherever one becomes too long. */
const clustersOf = ({ video, audio }: WebmParts): Cluster[] => {
  const tagged = [
    ...video.map((packet) => ({ packet, number: videoTrack })),
    ...audio.packets.map((packet) => ({ packet, number: audioTrack })),
  ].toSorted((a, b) => a.packet.ms - b.packet.ms || a.number - b.number);
  const groups: { ms: number; key: boolean; blocks: Uint8Array[] }[] = [];
  for (const { packet, number } of tagged) {
    const ms = Math.round(packet.ms);
    const key = packet.key && number === videoTrack;
    if (key || ms - (groups.at(-1)?.ms ?? Number.NEGATIVE_INFINITY) > longestClusterMs)
      groups.push({ ms, key, blocks: [] });
    const group = groups.at(-1);
    group?.blocks.push(block(packet, number, group.ms));
  }
  return groups.map(({ ms, key, blocks }) => ({
    ...{ ms, key, bytes: element(ids.cluster, unsigned(ids.timestamp, ms), ...blocks) },
  }));
};

const cuesOf = (clusters: readonly Cluster[], positions: readonly number[]) =>
  element(
    ids.cues,
    ...clusters.flatMap(({ ms, key }, index) =>
      key
        ? [
            element(
              ids.cuePoint,
              unsigned(ids.cueTime, ms),
              element(
                ids.cueTrackPositions,
                unsigned(ids.cueTrack, videoTrack, 1),
                unsigned(ids.cueClusterPosition, positions[index] ?? 0),
              ),
            ),
          ]
        : [],
    ),
  );

const seekTo = (id: number, position: number) =>
  element(ids.seek, unsigned(ids.seekId, id, 4), unsigned(ids.seekPosition, position));

/**
 * A whole WebM file. What a player needs in order to seek (duration, cues) stands before the first picture, so that it
 * need not fetch the end.
 */
export const webmOf = (parts: WebmParts): Uint8Array => {
  const header = element(
    ids.header,
    text(ids.docType, 'webm'),
    unsigned(ids.docTypeVersion, 4, 1),
    unsigned(ids.docTypeReadVersion, 2, 1),
  );
  const info = element(
    ids.info,
    unsigned(ids.timestampScale, 1_000_000),
    float(ids.duration, parts.seconds * 1_000),
    text(ids.muxingApp, 'Lyceum'),
    text(ids.writingApp, 'Lyceum'),
  );
  const tracks = tracksOf(parts);
  const clusters = clustersOf(parts);
  // Numbers have a fixed width, so the lengths are known before the positions are.
  const seekHeadAt = (cues: number, tracksAt: number, infoAt: number) =>
    element(ids.seekHead, seekTo(ids.info, infoAt), seekTo(ids.tracks, tracksAt), seekTo(ids.cues, cues));
  const infoAt = seekHeadAt(0, 0, 0).length;
  const tracksAt = infoAt + info.length;
  const cuesAt = tracksAt + tracks.length;
  let next = cuesAt + cuesOf(clusters, []).length;
  const positions = clusters.map(({ bytes }) => {
    next += bytes.length;
    return next - bytes.length;
  });
  const body = joined(
    seekHeadAt(cuesAt, tracksAt, infoAt),
    info,
    tracks,
    cuesOf(clusters, positions),
    ...clusters.map(({ bytes }) => bytes),
  );
  return joined(header, element(ids.segment, body));
};

const numberIn = (content: Uint8Array) => content.reduce((sum, byte) => sum * 256 + byte, 0);

/** What a WebM file says of itself. @throws Error for what is none, or was cut off. */
export const readWebm = (file: Uint8Array) => {
  const [docType] = contentsAt(file, [ids.header, ids.docType]);
  if (!docType || new TextDecoder().decode(docType) !== 'webm') throw new Error('This is no WebM file.');
  const [segment] = contentsAt(file, [ids.segment]);
  if (!segment) throw new Error('The file has no segment.');
  const [duration] = contentsAt(segment, [ids.info, ids.duration]);
  if (!duration) throw new Error('The file does not say how long it is.');
  const cue = [ids.cues, ids.cuePoint] as const;
  const cuedAt = contentsAt(segment, [...cue, ids.cueTrackPositions, ids.cueClusterPosition]).map(numberIn);
  return {
    seconds: new DataView(duration.buffer, duration.byteOffset).getFloat64(0) / 1_000,
    codecs: contentsAt(segment, [ids.tracks, ids.trackEntry, ids.codecId]).map((id) =>
      new TextDecoder().decode(id),
    ),
    width: contentsAt(segment, [ids.tracks, ids.trackEntry, ids.video, ids.pixelWidth]).map(numberIn)[0],
    /** The times of all pictures and sounds, in seconds. */
    times: contentsAt(segment, [ids.cluster]).flatMap((cluster) => {
      const base = numberIn(contentsAt(cluster, [ids.timestamp])[0] ?? new Uint8Array());
      return contentsAt(cluster, [ids.simpleBlock]).map((content) => {
        const head = new DataView(content.buffer, content.byteOffset);
        return { track: head.getUint8(0) & 0x7f, seconds: (base + head.getInt16(1)) / 1_000 };
      });
    }),
    /** Where a player can begin: as the cues say, in seconds, each with whether a cluster of that time is there. */
    cues: contentsAt(segment, [...cue, ids.cueTime]).map((time, index) => {
      const [cluster] = elementsIn(segment.subarray(cuedAt[index] ?? 0));
      const [at] = cluster?.id === ids.cluster ? contentsAt(cluster.content, [ids.timestamp]) : [];
      return { seconds: numberIn(time) / 1_000, found: at !== undefined && numberIn(at) === numberIn(time) };
    }),
  };
};
