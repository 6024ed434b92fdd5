# Stage 1 builds the binary with Swift's runtime linked in; stage 2 holds it and the system libraries that it needs.
#   docker build --tag scrollfit .
#   docker run --rm --volume "$PWD:/data" scrollfit fit recording.csv
FROM swift:6.2-bookworm AS build
RUN apt-get -qq update \
  && apt-get -qq install --yes --no-install-recommends liblapack-dev nettle-dev libsqlite3-dev pkg-config zlib1g-dev
WORKDIR /scrollfit
COPY . .
RUN scripts/release /release

FROM debian:bookworm-slim
RUN apt-get -qq update \
  && apt-get -qq install --yes --no-install-recommends ffmpeg liblapack3 libnettle8 librsvg2-bin libsqlite3-0 libstdc++6 zlib1g \
  && rm -rf /var/lib/apt/lists/*
COPY --from=build /release /usr/local/share/scrollfit
RUN ln -s /usr/local/share/scrollfit/scrollfit /usr/local/bin/scrollfit
WORKDIR /data
ENTRYPOINT ["scrollfit"]
