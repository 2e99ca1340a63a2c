'use strict'
import('../../cli.ts')
