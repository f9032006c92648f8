/**
 * Writes and reads the WebM files of the clips. This is our own code, because webm-muxer is no longer developed, and its successor
 * mediabunny has a licence that is not permissive (MPL-2.0).
 */
import { concat, decodeElements, element, findContents, float, text, unsigned } from './ebml.ts';

/** Ids of elements (https://www.webmproject.org/docs/container/). */
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

/** One encoded frame of video or audio. */
export type Packet = { ms: number; isKey: boolean; data: Uint8Array };

export type WebmParts = {
  width: number;
  height: number;
  seconds: number;
  /** VP9. The first packet is a key frame. */
  video: readonly Packet[];
  /** Opus with one channel; `head` is its identification header. */
  audio: { head: Uint8Array; packets: readonly Packet[] };
};

/** Encodes the description of a track. @param type 1 for video, 2 for audio. */
const encodeTrack = (number: number, type: number, codec: string, ...more: readonly Uint8Array[]) =>
  element(
    ids.trackEntry,
    unsigned(ids.trackNumber, number, 1),
    unsigned(ids.trackUid, number, 1),
    unsigned(ids.trackType, type, 1),
    unsigned(ids.flagLacing, 0, 1),
    text(ids.codecId, codec),
    ...more,
  );

const encodeTracks = ({ width, height, audio }: WebmParts) => {
  // The number of samples that a player drops at the start, at byte 10 of the header.
  const preSkip = new DataView(audio.head.buffer, audio.head.byteOffset).getUint16(10, true);
  return element(
    ids.tracks,
    encodeTrack(
      ...([videoTrack, 1, 'V_VP9'] as const),
      element(ids.video, unsigned(ids.pixelWidth, width, 2), unsigned(ids.pixelHeight, height, 2)),
    ),
    encodeTrack(
      ...([audioTrack, 2, 'A_OPUS'] as const),
      element(ids.codecPrivate, audio.head),
      unsigned(ids.codecDelay, Math.round((preSkip / 48_000) * 1e9)),
      // 80 ms, in nanoseconds: the time that an Opus decoder needs after a jump (RFC 7845).
      unsigned(ids.seekPreRoll, 80_000_000),
      element(ids.audio, float(ids.samplingFrequency, 48_000), unsigned(ids.channels, 1, 1)),
    ),
  );
};

const encodeBlock = (packet: Packet, track: number, clusterMs: number) => {
  const head = new Uint8Array(4);
  // The number of the track, in the encoding of EBML lengths.
  head[0] = 0x80 | track;
  new DataView(head.buffer).setInt16(1, Math.round(packet.ms) - clusterMs);
  head[3] = packet.isKey ? 0x80 : 0;
  return element(ids.simpleBlock, head, packet.data);
};

/** A group of packets. `isKey`: whether it starts with a key frame of the video, so that a player can start here. */
type Cluster = { ms: number; isKey: boolean; bytes: Uint8Array };

/** A block stores its time relative to the cluster, in 16 bits. */
const maxClusterMs = 20_000;

/** Starts a new cluster at every key frame of the video, and where a cluster becomes too long. */
const createClusters = ({ video, audio }: WebmParts): Cluster[] => {
  const tagged = [
    ...video.map((packet) => ({ packet, track: videoTrack })),
    ...audio.packets.map((packet) => ({ packet, track: audioTrack })),
  ].toSorted((a, b) => a.packet.ms - b.packet.ms || a.track - b.track);
  const groups: { ms: number; isKey: boolean; blocks: Uint8Array[] }[] = [];
  for (const { packet, track } of tagged) {
    const ms = Math.round(packet.ms);
    const isKey = packet.isKey && track === videoTrack;
    if (isKey || ms - (groups.at(-1)?.ms ?? Number.NEGATIVE_INFINITY) > maxClusterMs)
      groups.push({ ms, isKey, blocks: [] });
    const group = groups.at(-1);
    group?.blocks.push(encodeBlock(packet, track, group.ms));
  }
  return groups.map(({ ms, isKey, blocks }) => ({
    ...{ ms, isKey, bytes: element(ids.cluster, unsigned(ids.timestamp, ms), ...blocks) },
  }));
};

const encodeCues = (clusters: readonly Cluster[], positions: readonly number[]) =>
  element(
    ids.cues,
    ...clusters.flatMap(({ ms, isKey }, index) =>
      isKey
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

const encodeSeek = (id: number, position: number) =>
  element(ids.seek, unsigned(ids.seekId, id, 4), unsigned(ids.seekPosition, position));

/** Encodes a WebM file. The duration and the cues come first, so that a player can seek without fetching the end. */
export const encodeWebm = (parts: WebmParts): Uint8Array => {
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
  const tracks = encodeTracks(parts);
  const clusters = createClusters(parts);
  // Numbers have a fixed size, so the lengths of elements are known before their positions.
  const encodeSeekHead = (cuesAt: number, tracksAt: number, infoAt: number) =>
    element(
      ids.seekHead,
      encodeSeek(ids.info, infoAt),
      encodeSeek(ids.tracks, tracksAt),
      encodeSeek(ids.cues, cuesAt),
    );
  const infoAt = encodeSeekHead(0, 0, 0).length;
  const tracksAt = infoAt + info.length;
  const cuesAt = tracksAt + tracks.length;
  let next = cuesAt + encodeCues(clusters, []).length;
  const positions = clusters.map(({ bytes }) => {
    next += bytes.length;
    return next - bytes.length;
  });
  const body = concat(
    encodeSeekHead(cuesAt, tracksAt, infoAt),
    info,
    tracks,
    encodeCues(clusters, positions),
    ...clusters.map(({ bytes }) => bytes),
  );
  return concat(header, element(ids.segment, body));
};

const decodeNumber = (content: Uint8Array) => content.reduce((sum, byte) => sum * 256 + byte, 0);

/** Decodes the metadata of a WebM file. @throws Error if the file is incomplete or not a WebM file. */
export const decodeWebm = (file: Uint8Array) => {
  const [docType] = findContents(file, [ids.header, ids.docType]);
  if (!docType || new TextDecoder().decode(docType) !== 'webm') throw new Error('This is not a WebM file.');
  const [segment] = findContents(file, [ids.segment]);
  if (!segment) throw new Error('The file has no segment.');
  const [duration] = findContents(segment, [ids.info, ids.duration]);
  if (!duration) throw new Error('The file has no duration.');
  const cue = [ids.cues, ids.cuePoint] as const;
  const cuePositions = findContents(segment, [...cue, ids.cueTrackPositions, ids.cueClusterPosition]).map(
    decodeNumber,
  );
  return {
    seconds: new DataView(duration.buffer, duration.byteOffset).getFloat64(0) / 1_000,
    codecs: findContents(segment, [ids.tracks, ids.trackEntry, ids.codecId]).map((id) =>
      new TextDecoder().decode(id),
    ),
    width: findContents(segment, [ids.tracks, ids.trackEntry, ids.video, ids.pixelWidth]).map(
      decodeNumber,
    )[0],
    /** The times of all video and audio packets, in seconds. */
    times: findContents(segment, [ids.cluster]).flatMap((cluster) => {
      const base = decodeNumber(findContents(cluster, [ids.timestamp])[0] ?? new Uint8Array());
      return findContents(cluster, [ids.simpleBlock]).map((content) => {
        const head = new DataView(content.buffer, content.byteOffset);
        return { track: head.getUint8(0) & 0x7f, seconds: (base + head.getInt16(1)) / 1_000 };
      });
    }),
    /** The times at which a player can start, in seconds, and whether there is a cluster at that time. */
    cues: findContents(segment, [...cue, ids.cueTime]).map((time, index) => {
      const [cluster] = decodeElements(segment.subarray(cuePositions[index] ?? 0));
      const [at] = cluster?.id === ids.cluster ? findContents(cluster.content, [ids.timestamp]) : [];
      return {
        seconds: decodeNumber(time) / 1_000,
        found: at !== undefined && decodeNumber(at) === decodeNumber(time),
      };
    }),
  };
};
